import { once } from 'node:events';
import * as http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../support/ports.ts';

/** Bytes per TCP segment. Concurrent responses alternate after each segment. */
const segmentSize = 1460;

/**
 * Serves another origin over a slow HTTP/1.1 link. A new connection and each
 * request take one round trip, and all responses share the bandwidth.
 */
export async function throttle(
  target: string,
  { roundTrip, bitsPerSecond }: { roundTrip: number; bitsPerSecond: number },
) {
  /** The responses so far. Their sizes in bytes include the headers. */
  const responses: { isForWorker: boolean; bytes: number }[] = [];

  const knownSockets = new WeakSet<object>();
  let linkBusyUntil = 0;

  /** Resolves after the time that the link takes to transfer the bytes. */
  const transferBytes = async (bytes: number) => {
    const startTime = Math.max(linkBusyUntil, performance.now());
    linkBusyUntil = startTime + (bytes * 8 * 1000) / bitsPerSecond;
    await sleep(linkBusyUntil - performance.now());
  };

  const server = http.createServer(async (request, response) => {
    try {
      const { method, url, headers, socket } = request;
      await sleep(knownSockets.has(socket) ? roundTrip : 2 * roundTrip);
      knownSockets.add(socket);

      const targetRequest = http.request(target + url, { method, headers });
      request.pipe(targetRequest);
      const [targetResponse] = (await once(targetRequest, 'response')) as [
        http.IncomingMessage,
      ];

      const isForWorker =
        `${headers.referer}`.endsWith('/sw.js') ||
        headers['service-worker'] === 'script';

      const bytes = Buffer.byteLength(targetResponse.rawHeaders.join('    '));
      const responseEntry = { isForWorker, bytes };
      responses.push(responseEntry);
      await transferBytes(bytes);

      const { statusCode = 502, headers: received } = targetResponse;
      response.writeHead(statusCode, received);
      for await (const chunk of targetResponse) {
        for (let start = 0; start < chunk.length; start += segmentSize) {
          const segment = chunk.subarray(start, start + segmentSize);
          await transferBytes(segment.length);
          responseEntry.bytes += segment.length;
          response.write(segment);
        }
      }

      response.end();
    } catch {
      // The browser has closed the connection, because the visit has ended.
      response.destroy();
    }
  });

  return { responses, ...(await listen(server)) };
}
