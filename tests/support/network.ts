import * as http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** What becomes of a request that commits records. */
export type Fault =
  | { kind: 'answer'; status: number; body: string; type?: string }
  | { kind: 'redirect'; to: string }
  /** The connection is reset before the server has read anything. */
  | { kind: 'reset' }
  /** The server commits; its answer is lost. */
  | { kind: 'lose-answer' }
  /** The server commits; its answer is cut in the middle. */
  | { kind: 'cut-answer' }
  /** Nothing ever comes back, and the server hears nothing. */
  | { kind: 'silence' };

export const portalPage = '<!doctype html><title>Wi-Fi login</title>';

/**
 * The way between browser and site: a proxy in front of the whole site that
 * can be cut, and that can do to commits what bad networks and servers do.
 * Its answers close the connection: on a kept one browsers silently repeat a
 * POST that was reset, which would make a wrong outbox look right.
 */
export class Network {
  #server = http.createServer((request, response) =>
    this.#handle(request, response),
  );
  #sockets = new Set<Socket>();
  #fault: Fault | undefined;
  #times = Number.POSITIVE_INFINITY;
  #cut = false;
  #held: (() => void)[] | undefined;
  #waiting: { count: number; resolve: () => void }[] = [];
  /** How many commits the browser has sent so far. */
  commits = 0;
  #port = 0;

  constructor(public site: string) {
    this.#server.on('connection', (socket) => {
      if (this.#cut) socket.destroy();
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  close(): Promise<void> {
    this.release();
    this.#dropAll();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Nothing comes through any more. */
  cut(): void {
    this.#cut = true;
    this.#dropAll();
  }

  restore(): void {
    this.#cut = false;
  }

  /** The next commits meet this fault, `times` of them. */
  fail(fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#fault = fault;
    this.#times = times;
  }

  heal(): void {
    this.#fault = undefined;
  }

  /** Commits wait, unread by the server, until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const go of held) go();
  }

  /** Resolves when the browser has sent that many commits in all. */
  sent(count: number): Promise<void> {
    if (this.commits >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ count, resolve }));
  }

  #dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const isCommit = /:commit(\?|$)/.test(request.url ?? '');
    const body = await readAll(request).catch(() => undefined);
    if (body === undefined) return;
    if (isCommit) this.#count();
    if (isCommit && this.#held) {
      await new Promise<void>((resolve) => this.#held?.push(resolve));
    }
    const fault = isCommit ? this.#nextFault() : undefined;
    if (this.#cut) response.destroy();
    else if (fault) await this.#apply(fault, request, body, response);
    else await this.#pass(request, body, response);
  }

  #count(): void {
    this.commits += 1;
    for (const waiting of this.#waiting) {
      if (this.commits >= waiting.count) waiting.resolve();
    }
  }

  #nextFault(): Fault | undefined {
    if (!this.#fault || this.#times <= 0) return undefined;
    this.#times -= 1;
    return this.#fault;
  }

  async #apply(
    fault: Fault,
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
  ): Promise<void> {
    const close = { connection: 'close' };
    switch (fault.kind) {
      case 'answer': {
        const type = fault.type ?? 'application/json';
        const headers = { ...close, 'content-type': type };
        response.writeHead(fault.status, headers).end(fault.body);
        return;
      }
      case 'redirect':
        response.writeHead(302, { ...close, location: fault.to }).end();
        return;
      case 'reset':
        response.destroy();
        return;
      case 'lose-answer':
        await this.#ask(request, body);
        response.destroy();
        return;
      case 'cut-answer': {
        const answer = await this.#ask(request, body);
        const length = { 'content-length': answer.body.length };
        response.writeHead(answer.status, { ...close, ...length });
        response.write(answer.body.subarray(0, answer.body.length >> 1), () =>
          response.destroy(),
        );
        return;
      }
      case 'silence':
    }
  }

  async #pass(
    request: http.IncomingMessage,
    body: Buffer,
    response: http.ServerResponse,
  ): Promise<void> {
    const answer = await this.#ask(request, body).catch(() => undefined);
    if (!answer || this.#cut) {
      response.destroy();
      return;
    }
    const headers = { ...answer.headers, connection: 'close' };
    response.writeHead(answer.status, headers).end(answer.body);
  }

  #ask(request: http.IncomingMessage, body: Buffer) {
    return new Promise<{
      status: number;
      headers: http.IncomingHttpHeaders;
      body: Buffer;
    }>((resolve, reject) => {
      const url = new URL(request.url ?? '/', this.site);
      const { method, headers } = request;
      const onward = http.request(
        url,
        { method, headers: { ...headers, host: url.host }, agent: false },
        async (answer) => {
          const { statusCode: status = 502, headers } = answer;
          resolve({ status, headers, body: await readAll(answer) });
        },
      );
      onward.on('error', reject);
      onward.end(body);
    });
  }
}

async function readAll(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
