import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { buffer } from 'node:stream/consumers';
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
  headers?: Readonly<Record<string, string>>;
  /** What is posted. */
  body?: string | undefined;
  /** Once it has left it is not aborted: the signal keeps it from beginning. */
  runsToItsEnd?: boolean;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Unpacked. */
  body: Buffer;
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

/** Follows no redirect: what came is what is judged. */
export function askBy({ agents, now, limit, signal }: Network): Ask {
  return async (url, { headers, body, runsToItsEnd } = {}) => {
    signal.throwIfAborted();
    const started = now();
    const late = AbortSignal.timeout(limit);
    const isSecure = url.startsWith('https:');
    try {
      const request = (isSecure ? https : http).request(url, {
        method: body ? 'POST' : 'GET',
        headers: { 'accept-encoding': 'br, gzip', ...headers },
        agent: isSecure ? agents.https : agents.http,
        signal: runsToItsEnd ? late : AbortSignal.any([signal, late]),
      });
      // One that comes after the head is the answer's too.
      request.on('error', () => undefined).end(body);
      const [first] = await once(request, 'response');
      const response: http.IncomingMessage = first;
      const { socket } = response;
      const certificate =
        socket instanceof TLSSocket && socket.getPeerCertificate();
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: unpack(await buffer(response), response),
        took: now() - started,
        certificateEnds: certificate
          ? Date.parse(certificate.valid_to)
          : undefined,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) throw new NoAnswer(`nothing in ${limit / 1000} s`);
      const { code } = error as NodeJS.ErrnoException;
      throw new NoAnswer(String(code ?? error));
    }
  };
}

function unpack(body: Buffer, { headers }: http.IncomingMessage): Buffer {
  const encoding = body.length > 0 ? headers['content-encoding'] : '';
  if (encoding === 'br') return zlib.brotliDecompressSync(body);
  return encoding === 'gzip' ? zlib.gunzipSync(body) : body;
}

/** Does some at a time. */
export async function eachOf<Item>(
  list: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = list.values();
  const work = async () => {
    for (const item of rest) await act(item);
  };
  await Promise.all(Array.from({ length: 6 }, work));
}
