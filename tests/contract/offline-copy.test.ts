import { expect, onTestFinished, test, vi } from 'vitest';
import { serveBuild } from '../support/builds.ts';
import { buildSite, precachedUrls, readBuilt } from '../support/built-files.ts';
import { listOf } from '../support/worker-files.ts';
import { startWorker } from '../unit/sw/worker-scope.ts';

/** Headers that describe the transfer of a response instead of its content. */
const transferHeaders = new Set([
  ...['connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'transfer-encoding', 'vary'],
]);
const contentHeaders = ({ headers }: Response) =>
  [...headers].filter(([name]) => !transferHeaders.has(name));

test('the worker stores each file with the bytes and headers that Hosting serves', async () => {
  buildSite();
  const { origin, stop } = await serveBuild('dist', 'http://127.0.0.1:1');
  onTestFinished(stop);
  const { fetch } = globalThis;
  const worker = startWorker(listOf(readBuilt('sw.js')), origin);
  const request = (address: string) => fetch(new URL(address, origin));
  vi.stubGlobal('fetch', request);
  const { install } = await worker.load('install');
  await install();
  vi.unstubAllGlobals();
  expect(worker.cache.entries.size).toBe(precachedUrls().length);
  for (const [address, copy] of worker.cache.entries) {
    const served = await request(new URL(address).pathname);
    expect(contentHeaders(copy), address).toEqual(contentHeaders(served));
    const bytes = Buffer.from(await copy.arrayBuffer());
    const servedBytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.equals(servedBytes), address).toBe(true);
  }
});
