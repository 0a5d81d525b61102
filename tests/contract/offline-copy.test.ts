import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serveBuild } from '../support/builds.ts';
import { buildSite, precachedUrls, readBuilt } from '../support/built-files.ts';
import { listOf } from '../support/worker-files.ts';
import { startWorker } from '../unit/sw/worker-scope.ts';

// Installs the built worker in Node, from the built site as Hosting serves it.

let site: Awaited<ReturnType<typeof serveBuild>>;
let worker: ReturnType<typeof startWorker>;

beforeAll(async () => {
  buildSite();
  site = await serveBuild('dist', 'http://127.0.0.1:1');
  const { fetch } = globalThis;
  worker = startWorker(listOf(readBuilt('sw.js')), site.origin);
  vi.stubGlobal('fetch', (address: string) =>
    fetch(new URL(address, site.origin)),
  );
  const { install } = await worker.load('install');
  await install();
  vi.stubGlobal('fetch', fetch);
});
afterAll(async () => {
  await site.stop();
  vi.unstubAllGlobals();
});

/** Headers that describe the transfer of a response instead of its content. */
const transferHeaders = new Set([
  ...['connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'transfer-encoding', 'vary'],
]);
const contentHeaders = ({ headers }: Response) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !transferHeaders.has(name)),
  );

test('the worker stores each file with the bytes and headers that Hosting serves', async () => {
  const stored = [...worker.cache.entries];
  expect(stored).toHaveLength(precachedUrls().length);
  for (const [key, copy] of stored) {
    const { pathname } = new URL(key);
    const served = await fetch(site.origin + pathname);
    expect(contentHeaders(copy), pathname).toEqual(contentHeaders(served));
    const bytes = Buffer.from(await copy.arrayBuffer());
    const servedBytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.equals(servedBytes), pathname).toBe(true);
  }
});
