import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashOf } from '../../../src/node/plugins/offline-pack.ts';
import { startWorker } from './worker-scope.ts';

const script = '/static/js/home-1.js';
const texts: Readonly<Record<string, string>> = {
  '/waitlist': '<h1>Coming Soon.</h1>',
  [script]: 'export {}',
};
const wrong = '<h1>Welcome to the train</h1>';

let worker: ReturnType<typeof startWorker>;
type Answer = (path: string, request: Request) => Promise<Response>;
let fromCache: Answer;
let fetchAndStore: Answer;

beforeEach(async () => {
  const files = Object.entries(texts).map(([url, text]) => {
    return { url, revision: hashOf(text) };
  });
  worker = startWorker(files);
  ({ fromCache, fetchAndStore } = await worker.load('file-cache'));
  for (const [path, text] of Object.entries(texts))
    worker.server[path] = () => new Response(text);
});
afterEach(() => void vi.unstubAllGlobals());

const ask = async (path: string, answer = fromCache) => {
  const response = await answer(path, new Request(worker.origin + path));
  return response.text();
};
const reload = { cache: 'reload' } as const;
const stored = async () => [...worker.cache.entries.keys()];

test('answers from the cache once a file was fetched', async () => {
  for (const path of Object.keys(texts)) {
    expect(await ask(path)).toBe(texts[path]);
    delete worker.server[path];
    expect(await ask(path)).toBe(texts[path]);
  }
});

test.each(Object.keys(texts))(
  'returns other bytes for %s, and never stores them',
  async (path) => {
    worker.server[path] = () => new Response(wrong);
    expect(await ask(path)).toBe(wrong);
    expect(await ask(path)).toBe(wrong);
    worker.server[path] = () => new Response(texts[path]);
    expect(await ask(path)).toBe(texts[path]);
    delete worker.server[path];
    expect(await ask(path)).toBe(texts[path]);
  },
);

test('goes past the HTTP cache if that has other bytes of an immutable file', async () => {
  worker.server[script] = (mode) =>
    new Response(mode === 'reload' ? texts[script] : wrong);
  expect(await ask(script)).toBe(texts[script]);
  delete worker.server[script];
  expect(await ask(script)).toBe(texts[script]);
});

test('requests an altered immutable file no more than twice an hour', async () => {
  worker.server[script] = () => new Response(`${texts[script]} // ad`);
  await ask(script);
  expect(worker.requests).toEqual([script, script]);
  await ask(script);
  expect(worker.requests).toEqual([script, script, script]);
});

test('a request that reloads bypasses the copy and replaces it', async () => {
  await worker.cache.put(worker.origin + script, new Response(wrong));
  const request = new Request(worker.origin + script, reload);
  const response = await fetchAndStore(script, request);
  expect(await response.text()).toBe(texts[script]);
  expect(worker.requests).toEqual([script]);
  delete worker.server[script];
  expect(await ask(script)).toBe(texts[script]);
});

test('a request that reloads leaves a right copy if the network is wrong', async () => {
  await ask(script);
  worker.server[script] = () => new Response(wrong);
  const request = new Request(worker.origin + script, reload);
  await fetchAndStore(script, request);
  expect(worker.requests).toEqual([script, script]);
  expect(await ask(script)).toBe(texts[script]);
});

test('answers an older tab from the cache of the previous release', async () => {
  const old = '/static/js/home-0.js';
  const cache = worker.open('pear-files');
  await cache.put(worker.origin + old, new Response('old'));
  expect(await ask(old)).toBe('old');
});

test('never answers with what the previous release stored for a file of this version', async () => {
  const cache = worker.open('pear-files');
  await cache.put(worker.origin + script, new Response(wrong));
  expect(await ask(script)).toBe(texts[script]);
  expect(await stored()).toEqual([worker.origin + script]);
});
