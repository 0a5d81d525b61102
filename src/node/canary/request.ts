import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import * as zlib from 'node:zlib';

/** How requests leave this machine, and how long they may take. */
export interface Network {
  agents: { http: http.Agent; https: https.Agent };
  /** Milliseconds, as Date.now returns them. */
  now(): number;
  /** The most milliseconds that one request may take. */
  limit: number;
  /** Ends what is under way, and lets nothing more begin. */
  signal: AbortSignal;
}

interface Request {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Once it has left it is not aborted: the signal keeps it from beginning. */
  runsToItsEnd?: boolean;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Unpacked. */
  body: Buffer;
  text: string;
  /** Milliseconds to the last byte. */
  took: number;
  /** When the server's certificate ends, in milliseconds. */
  certificateEnds: number | undefined;
}

export type Ask = (url: string, request?: Request) => Promise<Answer>;

/** No whole answer came; `code` is Node's own, such as ENOTFOUND. */
export class NoAnswer extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

const maxBytes = 20 * 1024 * 1024;

/** Follows no redirect: what came is what is judged. */
export function askBy(network: Network): Ask {
  const { now, limit, signal } = network;
  return async (url, request = {}) => {
    signal.throwIfAborted();
    const started = now();
    const late = AbortSignal.timeout(limit);
    try {
      const response = await send(url, request, network, late);
      // The agent takes the connection back with the last byte.
      const certificateEnds = endOf(response.socket);
      const body = unpack(await readAll(response), response.headers);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body,
        text: body.toString(),
        took: now() - started,
        certificateEnds,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) throw new NoAnswer(`nothing in ${limit / 1000} s`);
      const { code } = error as NodeJS.ErrnoException;
      throw new NoAnswer(String(code ?? error));
    }
  };
}

function send(
  url: string,
  { method = 'GET', headers = {}, body, runsToItsEnd }: Request,
  { agents, signal }: Network,
  late: AbortSignal,
): Promise<http.IncomingMessage> {
  const isSecure = url.startsWith('https:');
  const options = {
    method,
    headers: { 'accept-encoding': 'br, gzip', ...headers },
    agent: isSecure ? agents.https : agents.http,
    signal: runsToItsEnd ? late : AbortSignal.any([signal, late]),
  };
  return new Promise((resolve, reject) => {
    const attempt = () => {
      const request = (isSecure ? https : http).request(url, options);
      const fail = (error: NodeJS.ErrnoException) => {
        // The server was closing it: this request was not handled.
        // https://nodejs.org/api/http.html#requestreusedsocket
        if (request.reusedSocket && error.code === 'ECONNRESET') attempt();
        else reject(error);
      };
      request.on('error', fail);
      request.on('response', (response) => {
        request.off('error', fail).on('error', () => undefined);
        resolve(response);
      });
      request.end(body);
    };
    attempt();
  });
}

async function readAll(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new NoAnswer('more than 20 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unpack(body: Buffer, headers: http.IncomingHttpHeaders): Buffer {
  if (body.length === 0) return body;
  if (headers['content-encoding'] === 'br') {
    return zlib.brotliDecompressSync(body, { maxOutputLength: maxBytes });
  }
  return headers['content-encoding'] === 'gzip'
    ? zlib.gunzipSync(body, { maxOutputLength: maxBytes })
    : body;
}

/** A connection that is used again still knows it. */
function endOf(socket: Socket): number | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_to: ends } = socket.getPeerCertificate();
  return ends ? Date.parse(ends) : undefined;
}

/** Does some at a time, in the list's order; returns what came of each. */
export async function eachOf<Item, Result>(
  list: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = list.entries();
  const work = async () => {
    for (const [index, item] of rest) results[index] = await act(item);
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return results;
}
