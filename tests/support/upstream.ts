import * as http from 'node:http';

/** A request that has come whole, and the way to answer it. */
export interface Exchange {
  request: http.IncomingMessage;
  body: Buffer;
  response: http.ServerResponse;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** What never changes, by its address, as any cache may keep it. */
const kept = new Map<string, Answer>();

/**
 * Asks the site and returns its whole answer, as fast as it can be had: files
 * that never change are asked for once.
 */
export async function ask(site: string, exchange: Exchange): Promise<Answer> {
  const { url = '/', method } = exchange.request;
  const key = site + url;
  const known = method === 'GET' ? kept.get(key) : undefined;
  const answer = known ?? (await request(site, exchange));
  const isForEver = /immutable/.test(answer.headers['cache-control'] ?? '');
  if (isForEver && answer.status === 200) kept.set(key, answer);
  return answer;
}

function request(site: string, { request, body }: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = new URL(site + (request.url ?? '/'));
    const { method } = request;
    const headers = { ...request.headers, host: url.host };
    // The site answers no page of another origin, as this one is to it.
    const isOwn = headers.origin === `http://${request.headers.host}`;
    if (isOwn) headers.origin = url.origin;
    // Whole and as it is: packing takes its time, and preludes change bodies.
    delete headers['accept-encoding'];
    delete headers['if-none-match'];
    delete headers['if-modified-since'];
    const options = { method, headers, agent: false };
    const onward = http.request(url, options, async (answer) => {
      const { statusCode: status = 502, headers } = answer;
      resolve({ status, headers, body: await readAll(answer) });
    });
    onward.on('error', reject);
    onward.end(body);
  });
}

export async function readAll(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
