import { EventEmitter, once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  type Answer,
  type Commit,
  denial,
  type Fault,
  readCommit,
} from './commits.ts';
import { forFormsAlone } from './worker-files.ts';

/** What never changes, by its address, as any cache may keep it. */
const kept = new Map<string, Answer>();

/**
 * The way between browser and site: a proxy in front of the whole site that
 * can be cut, and that can do to commits what bad networks and servers do.
 * Its answers close the connection: on a kept one browsers silently repeat a
 * POST that was reset, which would make a wrong outbox look right. With
 * `keepAlive` they keep it, since browsers really do that.
 */
export class Network {
  #server = http.createServer((request, response) =>
    this.#handle(request, response),
  );
  #sockets = new Set<Socket>();
  #faultOf: (commit: number) => Fault | undefined = () => undefined;
  #cut = false;
  #held: (() => void)[] | undefined;
  /** 'commit', and 'reached' and 'left' of each point by its name. */
  #news = new EventEmitter();
  #preludes = { page: '', worker: '' };
  #points = new Map<string, http.ServerResponse[]>();
  #port = 0;
  #inFlight = 0;
  /** Every commit the browser has sent so far. */
  readonly log: Commit[] = [];
  /** The most commits that were under way at the same time. */
  busiest = 0;
  keepAlive = false;
  /** The worker fetches ahead what the forms' pages need, and nothing else. */
  formsAlone = false;
  /** The last lines of a page come no sooner than this. */
  lastLines: Promise<unknown> | undefined;

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

  /** How many commits the browser has sent so far. */
  get commits(): number {
    return this.log.length;
  }

  /** Listens, after a close at the same address as before. */
  open(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  close(): Promise<void> {
    this.release();
    for (const name of this.#points.keys()) this.resume(name);
    const closed = new Promise<void>((resolve) =>
      this.#server.close(() => resolve()),
    );
    this.#dropAll();
    return closed;
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
    const from = this.commits;
    this.failEach((commit) => (commit - from <= times ? fault : undefined));
  }

  /** Each commit, counted from 1, meets what `faultOf` gives for it. */
  failEach(faultOf: (commit: number) => Fault | undefined): void {
    this.#faultOf = faultOf;
  }

  /**
   * New records are refused, and what is there may be sent again: who has lost
   * an answer could not tell a refusal of the same words from a true one.
   */
  refuseNew(): void {
    this.failEach((commit) => {
      const ids = this.log[commit - 1]?.ids ?? [];
      const known = this.log.some(
        (other) => other.storedAt && other.ids.some((id) => ids.includes(id)),
      );
      return known ? undefined : denial;
    });
  }

  heal(): void {
    this.#faultOf = () => undefined;
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
  async sent(count: number): Promise<void> {
    while (this.commits < count) await once(this.#news, 'commit');
  }

  /** Puts a script before the site's own, in pages, the worker or both. */
  inject(where: 'page' | 'worker' | 'both', script: string): void {
    if (where !== 'worker') this.#preludes.page += `${script};\n`;
    if (where !== 'page') this.#preludes.worker += `${script};\n`;
  }

  /**
   * Whoever asks for `/__at/<name>` from now on waits there until `resume`.
   * `reached` resolves when somebody does, `left` when that one is gone.
   */
  stopAt(name: string): Record<'reached' | 'left', Promise<unknown>> {
    this.#points.set(name, []);
    return {
      reached: once(this.#news, `reached ${name}`),
      left: once(this.#news, `left ${name}`),
    };
  }

  resume(name: string): void {
    const stopped = this.#points.get(name) ?? [];
    this.#points.delete(name);
    for (const response of stopped) response.writeHead(204).end();
  }

  #dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #handle(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const { url = '/', method } = request;
    const body = await readAll(request).catch(() => undefined);
    if (body === undefined) return;
    const exchange = { request, body, response };
    const name = /^\/__at\/(.*)$/.exec(url)?.[1];
    if (name !== undefined) this.#stop(name, response);
    else if (method === 'POST' && /:commit(\?|$)/.test(url)) {
      await this.#commit(exchange);
    } else if (this.#cut) response.destroy();
    else await this.#pass(exchange);
  }

  #stop(name: string, response: http.ServerResponse): void {
    const stopped = this.#points.get(name);
    if (!stopped) {
      response.writeHead(204, { connection: 'close' }).end();
      return;
    }
    stopped.push(response);
    response.once('close', () => this.#news.emit(`left ${name}`));
    this.#news.emit(`reached ${name}`);
  }

  async #commit(exchange: Exchange): Promise<void> {
    const { body, response } = exchange;
    const commit = readCommit(body, response);
    this.log.push(commit);
    const number = this.commits;
    this.#inFlight += 1;
    this.busiest = Math.max(this.busiest, this.#inFlight);
    void commit.closed.then(() => {
      this.#inFlight -= 1;
    });
    this.#news.emit('commit');
    if (this.#held) {
      await new Promise<void>((resolve) => this.#held?.push(resolve));
    }
    const fault = this.#faultOf(number);
    if (this.#cut) response.destroy();
    else if (fault) await this.#apply(fault, exchange, commit);
    else await this.#pass(exchange, commit);
  }

  async #apply(
    fault: Fault,
    exchange: Exchange,
    commit: Commit,
  ): Promise<void> {
    const { response } = exchange;
    switch (fault.kind) {
      case 'answer': {
        const type = fault.type ?? 'application/json';
        const headers = { ...this.#close, 'content-type': type };
        if (/^\{"error"/.test(fault.body)) commit.refusedAt = now();
        response.writeHead(fault.status, headers).end(fault.body);
        return;
      }
      case 'redirect':
        response.writeHead(302, { ...this.#close, location: fault.to }).end();
        return;
      case 'reset':
        response.destroy();
        return;
      case 'lose-answer':
        await this.#ask(exchange, commit);
        response.destroy();
        return;
      case 'cut-answer': {
        const { status, body } = await this.#ask(exchange, commit);
        const length = { 'content-length': body.length };
        response.writeHead(status, { ...this.#close, ...length });
        const half = body.subarray(0, body.length >> 1);
        response.write(half, () => response.destroy());
        return;
      }
      case 'replace-answer':
        await this.#ask(exchange, commit);
        return this.#apply(fault.by, exchange, commit);
      case 'silence':
    }
  }

  async #pass(exchange: Exchange, commit?: Commit): Promise<void> {
    const { request, response } = exchange;
    const { url = '/' } = request;
    const prelude = this.#preludeOf(url);
    const isShort = this.formsAlone && url === '/sw.js';
    // Whole and as it is: packing takes its time, and preludes change bodies.
    delete request.headers['accept-encoding'];
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    const asked = commit ? this.#ask(exchange, commit) : this.#get(exchange);
    const answer = await asked.catch(() => undefined);
    if (!answer || this.#cut) {
      response.destroy();
      return;
    }
    const { status } = answer;
    const own = isShort ? forFormsAlone(String(answer.body)) : answer.body;
    const body = Buffer.concat([Buffer.from(prelude), Buffer.from(own)]);
    const headers = { ...answer.headers, ...this.#close };
    if (prelude || isShort) headers['content-length'] = String(body.length);
    if (commit) commit[status === 200 ? 'answeredAt' : 'refusedAt'] = now();
    response.writeHead(status, headers);
    const middle = this.lastLines ? body.indexOf('<footer') : -1;
    if (middle > 0) {
      response.write(body.subarray(0, middle));
      await this.lastLines;
    }
    response.end(body.subarray(Math.max(middle, 0)));
  }

  get #close(): http.OutgoingHttpHeaders {
    return { connection: this.keepAlive ? 'keep-alive' : 'close' };
  }

  #preludeOf(url: string): string {
    if (url === '/sw.js') return this.#preludes.worker;
    const isPage = /^\/static\/js\/index-[^/]*\.js$/.test(url);
    return isPage ? this.#preludes.page : '';
  }

  async #get(exchange: Exchange): Promise<Answer> {
    const key = this.site + exchange.request.url;
    const answer = kept.get(key) ?? (await this.#ask(exchange));
    const isForEver = /immutable/.test(answer.headers['cache-control'] ?? '');
    if (isForEver && answer.status === 200) kept.set(key, answer);
    return answer;
  }

  #ask({ request, body }: Exchange, commit?: Commit): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const url = new URL(request.url ?? '/', this.site);
      const { method } = request;
      // The site answers no page of another origin, as this one is to it.
      const { origin: _, ...others } = request.headers;
      const headers = { ...others, host: url.host };
      const options = { method, headers, agent: false };
      const onward = http.request(url, options, async (answer) => {
        const { statusCode: status = 502, headers } = answer;
        if (commit && status === 200) commit.storedAt = now();
        resolve({ status, headers, body: await readAll(answer) });
      });
      onward.on('error', reject);
      onward.end(body);
    });
  }
}

interface Exchange {
  request: http.IncomingMessage;
  body: Buffer;
  response: http.ServerResponse;
}

/** The clock that pages measure by too, whatever Date says there. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

async function readAll(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
