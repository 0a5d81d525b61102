import { once } from 'node:events';
import * as http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../support/ports.ts';

/** The size of a TCP segment in bytes: the answers take turns by segments. */
const segment = 1460;

/**
 * Serves another origin over a slow HTTP/1.1 link. A new connection and each
 * request take one round trip, and all answers share the bandwidth.
 */
export async function shapeLink(
  target: string,
  { roundTrip, bitsPerSecond }: { roundTrip: number; bitsPerSecond: number },
) {
  /** The answers and their sizes, with their headers. */
  const answers: { isForWorker: boolean; bytes: number }[] = [];
  const knownSockets = new WeakSet<object>();
  let linkFreeAt = 0;
  /** Resolves when the link has carried this many more bytes. */
  const carry = async (bytes: number) => {
    const start = Math.max(linkFreeAt, performance.now());
    linkFreeAt = start + (bytes * 8 * 1000) / bitsPerSecond;
    await sleep(linkFreeAt - performance.now());
  };
  const server = http.createServer(async (request, response) => {
    try {
      const { method, url, headers, socket } = request;
      await sleep(knownSockets.has(socket) ? roundTrip : 2 * roundTrip);
      knownSockets.add(socket);
      const onward = http.request(target + url, { method, headers });
      request.pipe(onward);
      const [answer] = (await once(onward, 'response')) as [
        http.IncomingMessage,
      ];
      const isForWorker =
        `${headers.referer}`.endsWith('/sw.js') ||
        headers['service-worker'] === 'script';
      const bytes = Buffer.byteLength(answer.rawHeaders.join('    '));
      const entry = { isForWorker, bytes };
      answers.push(entry);
      await carry(bytes);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      for await (const chunk of answer) {
        for (let start = 0; start < chunk.length; start += segment) {
          const part = chunk.subarray(start, start + segment);
          await carry(part.length);
          entry.bytes += part.length;
          response.write(part);
        }
      }
      response.end();
    } catch {
      // The browser has closed the connection, because the visit has ended.
      response.destroy();
    }
  });
  return { answers, ...(await listen(server)) };
}
