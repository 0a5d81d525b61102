import { once } from 'node:events';
import * as http from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** What never changes, by its address, as any cache may keep it. */
const kept = new Map<string, Answer>();

/** Requests a file of the site, for the proxy itself. */
export function get(site: string, url: string): Promise<Answer> {
  const request = { method: 'GET', url, headers: {} };
  return ask(site, request as http.IncomingMessage, Buffer.of());
}

/** Asks the site and returns its whole answer. */
export async function ask(
  site: string,
  { method, url, headers: { host, ...headers } }: http.IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const target = new URL(`${site}${url}`);
  const known = kept.get(target.href);
  if (known && method === 'GET') return known;
  // The site answers no page of another origin, as this one is to it.
  const isOwn = headers.origin === `http://${host}`;
  if (isOwn) headers.origin = target.origin;
  // Whole and as it is: packing takes its time, and preludes change bodies.
  delete headers['accept-encoding'];
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  const onward = http.request(target, { method, headers, agent: false });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [http.IncomingMessage];
  const { statusCode: status = 502, headers: given } = answer;
  const whole = { status, headers: given, body: await buffer(answer) };
  const isForEver = /immutable/.test(given['cache-control'] ?? '');
  const isWhole = method === 'GET' && status === 200;
  if (isForEver && isWhole) kept.set(target.href, whole);
  return whole;
}
