import { EventEmitter, once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { hashOf } from '../../src/node/plugins/offline-pack.ts';
import { applyFault, type Commit, denial, type Fault, now } from './commits.ts';
import { ask, get } from './upstream.ts';
import { forFormsAlone, listOf } from './worker-files.ts';

const commitAddress = /:commit(\?|$)/;
const entryAddress = /^\/static\/js\/index-[^/]*\.js$/;

/**
 * The network between browser and site: a proxy in front of the whole site that
 * can be cut, and that can do to commits what bad networks and servers do.
 * Its answers close the connection: on a kept one browsers silently repeat a
 * POST that was reset, which would make a wrong outbox look right. With
 * `keepAlive` they keep it, since browsers really do that.
 */
export class FaultyProxy {
  #server = http.createServer((request, response) =>
    this.#handle(request, response),
  );
  #faultOf: (commit: number) => Fault | undefined = () => undefined;
  #cut = false;
  #held: { which: RegExp; released: Promise<unknown> } | undefined;
  /** 'commit', 'released', and 'held' with the response that has to wait. */
  #news = new EventEmitter();
  #preludes = { page: '', worker: '' };
  #port = 0;
  /** Every commit the browser has sent so far. */
  readonly log: Commit[] = [];
  keepAlive = false;
  /** The worker fetches ahead what the forms' pages need, and nothing else. */
  formsAlone = false;
  /** The second half of a page never comes. */
  halvesPages = false;
  /** What a captive portal answers to each request of the installing worker. */
  portal = '';
  portalAnswers = 0;

  constructor(public site: string) {
    this.#server.on('connection', (socket) => {
      if (this.#cut) socket.destroy();
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
  async open(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.release();
    const closed = once(this.#server.close(), 'close');
    this.#server.closeAllConnections();
    await closed;
  }

  /** Nothing comes through any more. */
  cut(): void {
    this.#cut = true;
    this.#server.closeAllConnections();
  }

  restore(): void {
    this.#cut = false;
  }

  /** The next commits meet this fault, `times` of them. */
  fail(fault: Fault, times = Number.POSITIVE_INFINITY): void {
    const from = this.commits;
    this.failEach((commit) => (commit - from <= times ? fault : undefined));
  }

  /** Each commit, counted from 1, meets what `faultOf` returns for it. */
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
    this.failEach(() => undefined);
  }

  /** Requests wait, unread by the server, until `release`; commits by default. */
  hold(which = commitAddress): void {
    this.#held ??= { which, released: once(this.#news, 'released') };
  }

  /** Resolves when a request begins to wait; `left` when its sender is gone. */
  async held(): Promise<{ left: Promise<unknown> }> {
    const [response] = await once(this.#news, 'held');
    return { left: once(response, 'close') };
  }

  release(): void {
    this.#held = undefined;
    this.#news.emit('released');
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

  async #handle(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const { url = '/', method } = request;
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const isCommit = method === 'POST' && commitAddress.test(url);
    const commit = isCommit ? this.#note(String(body)) : undefined;
    const number = this.commits;
    if (this.#held?.which.test(url)) {
      this.#news.emit('held', response);
      await this.#held.released;
    }
    const get = async () => {
      const answer = await ask(this.site, request, body);
      if (commit && answer.status === 200) commit.storedAt = now();
      return answer;
    };
    const fault = commit && this.#faultOf(number);
    const isOfWorker = request.headers.referer?.endsWith('/sw.js');
    if (this.#cut) response.destroy();
    else if (this.portal && isOfWorker) {
      this.portalAnswers += 1;
      response.writeHead(200, { 'content-type': 'text/html' }).end(this.portal);
    } else if (fault) await applyFault(fault, commit, response, get);
    else await this.#pass(url, response, get, commit);
  }

  #note(body: string): Commit {
    const names = body.matchAll(/\/documents\/\w+\/([\w-]+)"/g);
    const commit = { body, ids: [...names].map(([, id = '']) => id) };
    this.log.push(commit);
    this.#news.emit('commit');
    return commit;
  }

  async #pass(
    url: string,
    response: http.ServerResponse,
    get: () => ReturnType<typeof ask>,
    commit: Commit | undefined,
  ): Promise<void> {
    const answer = await get().catch(() => undefined);
    if (!answer || this.#cut || response.destroyed) {
      response.destroy();
      return;
    }
    const { status } = answer;
    const body = await this.#altered(url, answer.body);
    if (commit) commit[status === 200 ? 'answeredAt' : 'refusedAt'] = now();
    response.writeHead(status, {
      ...answer.headers,
      connection: this.keepAlive ? 'keep-alive' : 'close',
      ...(body !== answer.body && { 'content-length': body.length }),
    });
    const middle = this.halvesPages ? body.indexOf('<footer') : -1;
    if (middle > 0) response.write(body.subarray(0, middle));
    else response.end(body);
  }

  /** With the scripts that run before the site's own. */
  async #altered(url: string, body: Buffer): Promise<Buffer> {
    const { page, worker } = this.#preludes;
    if (entryAddress.test(url) && page) return Buffer.from(page + body);
    if (url !== '/sw.js') return body;
    let own = String(body);
    // The worker stores only what its list has the hash of.
    const entry = listOf(own).find((file) => entryAddress.test(file.url));
    if (entry?.revision && page) {
      const file = await get(this.site, entry.url);
      const altered = await this.#altered(entry.url, file.body);
      own = own.replace(entry.revision, hashOf(altered));
    }
    return Buffer.from(worker + (this.formsAlone ? forFormsAlone(own) : own));
  }
}
