import { EventEmitter, once } from 'node:events';
import * as http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { computeHash } from '../../src/build/plugins/offline-pack.ts';
import {
  applyFault,
  type Commit,
  deniedFault,
  type Fault,
  getTime,
} from './network-faults.ts';
import { listen } from './ports.ts';
import { limitWait } from './wait-limit.ts';
import { readPrecacheList } from './worker-files.ts';

const commitPattern = /:commit(\?|$)/;
const entryScriptPattern = /^\/static\/js\/index-[^/]*\.js$/;

/**
 * A proxy in front of the whole site that simulates faults of networks and
 * servers. Its responses close the connection, because browsers repeat a POST
 * after a reset of a keep-alive connection, which would hide bugs of the outbox.
 */
export class FaultyProxy {
  #server = http.createServer(this.handle.bind(this));
  #faultOf: (commit: number) => Fault | undefined = () => undefined;
  #cut = false;
  #held: { which: RegExp; released: Promise<unknown> } | undefined;
  /** Emits 'commit' for each commit, 'held' for each held request, and 'released'. */
  #events = new EventEmitter();
  #injectedScripts = { page: '', worker: '' };
  #port = 0;
  #stop = async () => {};

  readonly log: Commit[] = [];
  /** The paths of all requests for files. */
  readonly paths = new Set<string>();
  /** Whether connections stay open after a response, as with real servers. */
  keepAlive = false;
  /** Headers that replace those of every response of the site but the worker's. */
  forgedHeaders: http.OutgoingHttpHeaders = {};
  /** Whether pages arrive only up to their footer, and never end. */
  halvesPages = false;

  constructor(public site: string) {
    this.#server.on('connection', (socket) => {
      if (this.#cut) socket.destroy();
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get commits(): number {
    return this.log.length;
  }

  /** Starts the server. After `close`, starts it again at the same address. */
  async open(): Promise<void> {
    const { port, stop } = await listen(this.#server, this.#port);
    this.#port = port;
    this.#stop = stop;
  }

  async close(): Promise<void> {
    this.release();
    await this.#stop();
  }

  /** Closes all connections, and refuses new ones until `restore`. */
  cut(): void {
    this.#cut = true;
    this.#server.closeAllConnections();
  }

  restore(): void {
    this.#cut = false;
  }

  fail(fault: Fault, times = Number.POSITIVE_INFINITY): void {
    const commitCount = this.commits;
    this.failEach((commit) =>
      commit - commitCount <= times ? fault : undefined,
    );
  }

  /** Applies the fault that `faultOf` returns for a commit's number. The first is 1. */
  failEach(faultOf: (commit: number) => Fault | undefined): void {
    this.#faultOf = faultOf;
  }

  /**
   * Refuses all records except those that the server has stored, because
   * Firestore never refuses a repeated record.
   */
  refuseNew(): void {
    this.failEach((commit) => {
      const ids = this.log[commit - 1]?.ids ?? [];
      const isStored = this.log.some(
        (other) => other.storedAt && other.ids.some((id) => ids.includes(id)),
      );
      return isStored ? undefined : deniedFault;
    });
  }

  heal(): void {
    this.failEach(() => undefined);
  }

  /** Holds back matching requests, by default commits, until `release`. */
  hold(which = commitPattern): void {
    this.#held ??= { which, released: once(this.#events, 'released') };
  }

  /** Resolves when a request is held. `aborted` resolves if that request is aborted. */
  async waitForHeld(): Promise<{ aborted: Promise<unknown> }> {
    const heldEvent = once(this.#events, 'held');
    const [response] = await limitWait(heldEvent, 'a request to hold back');
    return { aborted: once(response, 'close') };
  }

  release(): void {
    this.#held = undefined;
    this.#events.emit('released');
  }

  /** Resolves when the browser has sent `count` commits in all. */
  async waitForCommits(count: number): Promise<void> {
    while (this.commits < count) {
      const commitEvent = once(this.#events, 'commit');
      await limitWait(commitEvent, `commit ${this.commits + 1} of ${count}`);
    }
  }

  /** Runs a script before the site's scripts, in pages, the worker or both. */
  inject(where: 'page' | 'worker' | 'both', script: string): void {
    const isForPage = where === 'page' || where === 'both';
    const isForWorker = where === 'worker' || where === 'both';

    if (isForPage) this.#injectedScripts.page += `${script};\n`;
    if (isForWorker) this.#injectedScripts.worker += `${script};\n`;
  }

  /** Handles a request. Another server can pass its requests to this method. */
  async handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const { url = '/', method } = request;
    if (method === 'GET') this.paths.add(url);
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;

    const isCommit = method === 'POST' && commitPattern.test(url);
    const commit = isCommit ? this.#addCommit(String(body)) : undefined;
    const commitNumber = this.commits;

    if (this.#held?.which.test(url)) {
      this.#events.emit('held', response);
      await this.#held.released;
    }

    const forwardToSite = async () => {
      const siteResponse = await forwardRequest(this.site, request, body);
      if (commit && siteResponse.status === 200) commit.storedAt = getTime();
      return siteResponse;
    };

    const fault = commit && this.#faultOf(commitNumber);
    if (this.#cut) {
      response.destroy();
    } else if (fault) {
      await applyFault(fault, commit, response, forwardToSite);
    } else {
      const siteResponse = await forwardToSite().catch(() => undefined);
      if (!siteResponse || this.#cut) response.destroy();
      else await this.#send(url, response, siteResponse, commit);
    }
  }

  #addCommit(body: string): Commit {
    const idMatches = body.matchAll(/\/documents\/\w+\/([\w-]+)"/g);
    const commit = { body, ids: [...idMatches].map(([, id = '']) => id) };

    this.log.push(commit);
    this.#events.emit('commit');
    return commit;
  }

  async #send(
    url: string,
    response: http.ServerResponse,
    siteResponse: SiteResponse,
    commit: Commit | undefined,
  ): Promise<void> {
    const { status } = siteResponse;
    const body = await this.#addScripts(url, siteResponse.body);
    if (response.destroyed) return;

    if (commit && status === 200) commit.answeredAt = getTime();
    else if (commit) commit.refusedAt = getTime();

    response.writeHead(status, this.#createHeaders(url, siteResponse, body));

    const footerIndex = this.halvesPages ? body.indexOf('<footer') : -1;
    if (footerIndex > 0) response.write(body.subarray(0, footerIndex));
    else response.end(body);
  }

  #createHeaders(
    url: string,
    { headers, body: originalBody }: SiteResponse,
    body: Buffer,
  ): http.OutgoingHttpHeaders {
    const isWorker = url === '/sw.js';
    const isChanged = body !== originalBody;
    return {
      ...headers,
      ...(isWorker ? {} : this.forgedHeaders),
      connection: this.keepAlive ? 'keep-alive' : 'close',
      ...(isChanged ? { 'content-length': body.length } : {}),
    };
  }

  async #addScripts(url: string, body: Buffer): Promise<Buffer> {
    const { page, worker } = this.#injectedScripts;
    if (entryScriptPattern.test(url) && page) return Buffer.from(page + body);
    if (url !== '/sw.js') return body;

    let workerScript = String(body);

    // The worker rejects a file whose hash differs from the one in its list.
    const files = readPrecacheList(workerScript);
    const entryScript = files.find((file) => entryScriptPattern.test(file.url));

    if (entryScript?.revision && page) {
      const response = await fetch(this.site + entryScript.url);
      const newHash = computeHash(page + (await response.text()));
      workerScript = workerScript.replace(entryScript.revision, newHash);
    }

    return Buffer.from(worker + workerScript);
  }
}

type SiteResponse = Awaited<ReturnType<typeof forwardRequest>>;

async function forwardRequest(
  site: string,
  { method, url, headers: { host, ...headers } }: http.IncomingMessage,
  body: Buffer,
) {
  const target = new URL(`${site}${url}`);

  // The site refuses requests from pages of another origin.
  if (headers.origin === `http://${host}`) headers.origin = target.origin;

  // The proxy changes bodies, so it needs them uncompressed and complete.
  delete headers['accept-encoding'];
  delete headers['if-none-match'];
  delete headers['if-modified-since'];

  const siteRequest = http.request(target, { method, headers, agent: false });
  siteRequest.end(body);
  const [response] = (await once(siteRequest, 'response')) as [
    http.IncomingMessage,
  ];

  const { statusCode: status = 502, headers: received } = response;
  return { status, headers: received, body: await buffer(response) };
}
