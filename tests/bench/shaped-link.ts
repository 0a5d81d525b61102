import { once } from 'node:events';
import * as http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../support/ports.ts';

/** A request that came over the link. */
export interface Passed {
  path: string;
  isOfWorker: boolean;
  /** What the answer took of the link, headers included. */
  bytes: number;
}

/** One segment of TCP: no answer has the link for itself for longer. */
const segment = 1460;

/**
 * Serves another origin over a slow link of HTTP/1.1: one round trip for each
 * connection and each request, and one bandwidth for all answers.
 */
export async function shapeLink(
  target: string,
  { roundTrip, bitsPerSecond }: { roundTrip: number; bitsPerSecond: number },
) {
  const passed: Passed[] = [];
  const known = new WeakSet<object>();
  let freeAt = 0;
  /** Resolves when the link has carried so many bytes more. */
  const carry = async (bytes: number) => {
    const start = Math.max(freeAt, performance.now());
    freeAt = start + (bytes * 8 * 1000) / bitsPerSecond;
    await sleep(freeAt - performance.now());
  };
  const pass = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ) => {
    const { method, url = '/', headers, socket } = request;
    await sleep(known.has(socket) ? roundTrip : 2 * roundTrip);
    known.add(socket);
    const onward = http.request(target + url, { method, headers });
    request.pipe(onward);
    const [answer] = (await once(onward, 'response')) as [http.IncomingMessage];
    const head = Buffer.byteLength(answer.rawHeaders.join('    '));
    const isOfWorker =
      `${headers.referer}`.endsWith('/sw.js') ||
      headers['service-worker'] === 'script';
    const entry: Passed = { path: url, isOfWorker, bytes: head };
    passed.push(entry);
    await carry(head);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    for await (const chunk of answer) {
      for (let at = 0; at < chunk.length; at += segment) {
        const part = chunk.subarray(at, at + segment);
        await carry(part.length);
        entry.bytes += part.length;
        response.write(part);
      }
    }
    response.end();
  };
  const server = http.createServer((request, response) => {
    // The browser closes connections as soon as a visit ends.
    pass(request, response).catch(() => response.destroy());
  });
  const { origin, stop } = await listen(server);
  return { origin, stop, passed };
}
