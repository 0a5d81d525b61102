import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Built, serveFolder } from '../support/builds.ts';
import { buildFirst, precached, readBuilt } from '../support/built-files.ts';
import { listOf } from '../support/worker-files.ts';
import { startWorker } from '../unit/sw/worker-scope.ts';

// The worker's own install, in Node, from the built site as hosting serves it.

let site: Built;
let worker: ReturnType<typeof startWorker>;

beforeAll(async () => {
  buildFirst();
  site = await serveFolder('dist', 'http://127.0.0.1:1');
  const { fetch } = globalThis;
  worker = startWorker(listOf(readBuilt('sw.js')), site.origin);
  vi.stubGlobal('fetch', (address: string) => {
    worker.requests.push(address);
    return fetch(new URL(address, site.origin));
  });
  const { install } = await worker.load('install');
  await install();
  vi.stubGlobal('fetch', fetch);
});
afterAll(() => {
  site.close();
  vi.unstubAllGlobals();
});

/** What describes the transfer of a response, and not its content. */
const ofTransfer = new Set([
  ...['connection', 'content-encoding', 'content-length', 'date', 'etag'],
  ...['keep-alive', 'transfer-encoding', 'vary'],
]);
const describing = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => !ofTransfer.has(name)));

test('the worker stores each file with the bytes and headers that hosting serves', async () => {
  const stored = [...worker.cache.entries];
  expect(stored).toHaveLength(precached().length);
  for (const [key, copy] of stored) {
    const { pathname } = new URL(key);
    const served = await fetch(site.origin + pathname);
    expect(describing(copy), pathname).toEqual(describing(served));
    const [own, theirs] = [
      await copy.arrayBuffer(),
      await served.arrayBuffer(),
    ];
    expect(Buffer.from(own).equals(Buffer.from(theirs)), pathname).toBe(true);
  }
});

test('one pack brings all files but fonts and the scripts of every page', () => {
  const alone = worker.requests.filter((path) => !path.endsWith('.json'));
  expect(worker.requests).toHaveLength(alone.length + 1);
  const pages = ['about', 'careers'].map((page) => readBuilt(`${page}.html`));
  const ofEveryPage = (address: string) =>
    pages.every((html) => html.includes(new URL(address).pathname));
  const others = alone.filter(
    (url) => !/\.woff2$/.test(url) && !ofEveryPage(url),
  );
  // The entry has the table of what each page loads after these.
  const entry = alone.find((url) => url.includes('/index-')) ?? '';
  const table = readBuilt(new URL(entry).pathname);
  const later = /"app\/notices":(\[.*?\])/.exec(table)?.[1] ?? '[]';
  expect(others.map((url) => new URL(url).pathname).sort()).toEqual(
    JSON.parse(later).sort(),
  );
});
