import { once } from 'node:events';
import * as http from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Answers that may be cached, by their address, because they never change. */
const cache = new Map<string, Answer>();

/** Sends a request to the site and returns the whole answer. */
export async function ask(
  site: string,
  { method, url, headers: { host, ...headers } }: http.IncomingMessage,
  body: Buffer,
): Promise<Answer> {
  const target = new URL(`${site}${url}`);
  const cached = method === 'GET' && cache.get(target.href);
  if (cached) return cached;
  // The site refuses requests from pages of another origin.
  if (headers.origin === `http://${host}`) headers.origin = target.origin;
  // The proxy changes bodies, so it needs them uncompressed and complete.
  delete headers['accept-encoding'];
  delete headers['if-none-match'];
  delete headers['if-modified-since'];
  const onward = http.request(target, { method, headers, agent: false });
  onward.end(body);
  const [response] = (await once(onward, 'response')) as [http.IncomingMessage];
  const { statusCode: status = 502, headers: received } = response;
  const answer = { status, headers: received, body: await buffer(response) };
  const isImmutable = /immutable/.test(received['cache-control'] ?? '');
  if (method === 'GET' && status === 200 && isImmutable)
    cache.set(target.href, answer);
  return answer;
}
