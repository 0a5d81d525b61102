import * as fs from 'node:fs';
import * as http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { putRules } from '../../support/emulator.ts';
import { FaultyProxy } from '../../support/faulty-proxy.ts';
import { applyFault, type Fault } from '../../support/network-faults.ts';
import { listen } from '../../support/ports.ts';
import type { Network } from './network.ts';

const channelPattern = /^\/google\.firestore\.v1\.Firestore\//;
const writePattern = /\.Firestore\/Write\/channel/;

const closedRules = `
service cloud.firestore {
  match /databases/{database}/documents {
    match /{path=**} { allow read, write: if false; }
  }
}`;

/**
 * A proxy in front of a site and of Google's emulator, with the faults of `FaultyProxy`
 * for Firestore's own client. That client sends writes over a WebChannel: a POST opens
 * the channel, another POST carries the write, and the answer arrives in the body of a
 * GET that stays open.
 */
export class ChannelProxy implements Network {
  #server = http.createServer(this.#handle.bind(this));
  #site: FaultyProxy;
  #emulator: string;
  #isCut = false;
  #isRefusing = false;
  #fault: Fault | undefined;
  #faultsLeft = 0;
  #origin = '';
  #stop = async () => {};
  commits = 0;

  constructor(site: string, emulator: string) {
    this.#site = new FaultyProxy(site);
    this.#emulator = emulator;
    this.#server.on('connection', (socket) => {
      if (this.#isCut) socket.destroy();
    });
  }

  get origin(): string {
    return this.#origin;
  }

  async open(): Promise<void> {
    const { origin, stop } = await listen(this.#server);
    this.#origin = origin;
    this.#stop = stop;
  }

  async close(): Promise<void> {
    await this.heal();
    await this.#stop();
  }

  cut(): void {
    this.#isCut = true;
    this.#server.closeAllConnections();
  }

  restore(): void {
    this.#isCut = false;
  }

  fail(fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#fault = fault;
    this.#faultsLeft = times;
  }

  async refuseNew(): Promise<void> {
    this.#isRefusing = true;
    await this.#putRules(closedRules);
  }

  async heal(): Promise<void> {
    this.#fault = undefined;
    if (!this.#isRefusing) return;
    this.#isRefusing = false;
    await this.#putRules(fs.readFileSync('firestore.rules', 'utf8'));
  }

  inject(where: 'page' | 'worker' | 'both', script: string): void {
    this.#site.inject(where, script);
  }

  #putRules(rules: string): Promise<void> {
    return putRules(`http://${this.#emulator}`, 'demo-pear', rules);
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const { url = '/', method } = request;
    if (!channelPattern.test(url)) return this.#site.handle(request, response);

    const isWrite = writePattern.test(url);
    const opensChannel = method === 'POST' && !/[?&]SID=/.test(url);
    if (isWrite && opensChannel) {
      this.commits += 1;
      const fault = this.#takeFault(['answer', 'reset', 'silence']);
      const noRecord = { body: '', ids: [] };
      const failToStore = () => Promise.reject(new Error('Nothing to store'));
      if (fault) return applyFault(fault, noRecord, response, failToStore);
    }

    await this.#forward(request, response, isWrite);
  }

  /** Returns the current fault if it is of one of these kinds, and counts it. */
  #takeFault(kinds: readonly Fault['kind'][]): Fault | undefined {
    if (this.#faultsLeft < 1 || !this.#fault) return undefined;
    if (!kinds.includes(this.#fault.kind)) return undefined;
    this.#faultsLeft -= 1;
    return this.#fault;
  }

  async #forward(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    isWrite: boolean,
  ): Promise<void> {
    const { url = '/', method, headers } = request;
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;

    const { origin: _, 'accept-encoding': __, ...rest } = headers;
    const forwarded = http.request(`http://${this.#emulator}${url}`, {
      method,
      headers: { ...rest, host: this.#emulator },
      agent: false,
    });
    response.on('close', () => forwarded.destroy());
    forwarded.on('error', () => response.destroy());
    forwarded.on('response', (incoming) =>
      this.#respond(incoming, response, isWrite && method === 'GET'),
    );
    forwarded.end(body);
  }

  /** Passes on the emulator's response in pieces, because a GET stays open. */
  #respond(
    incoming: http.IncomingMessage,
    response: http.ServerResponse,
    hasAnswers: boolean,
  ): void {
    response.writeHead(incoming.statusCode ?? 502, incoming.headers);
    response.flushHeaders();
    incoming.on('error', () => response.destroy());
    incoming.on('end', () => response.end());

    let text = '';
    incoming.on('data', (chunk: Buffer) => {
      text += chunk;
      const isAnswer = hasAnswers && text.includes('commitTime');
      const fault =
        isAnswer && this.#takeFault(['lose-answer', 'replace-answer']);
      if (!fault) response.write(chunk);
      else if (fault.kind === 'lose-answer') response.destroy();
      else incoming.removeAllListeners();
    });
  }
}
