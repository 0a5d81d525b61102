import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as site from './small-site.ts';

const { captivePortalHtml: wrongText, texts } = site;
const script = '/static/js/home-1.js';

type AnswerFunction = (path: string, request: Request) => Promise<Response>;

let worker: typeof site.worker;
let getFile: AnswerFunction;
let fetchAndStore: AnswerFunction;

beforeEach(async () => {
  await site.start();
  ({ worker } = site);
  ({ getFile, fetchAndStore } = await worker.load('file-cache'));
});

afterEach(() => vi.useRealTimers());

const requestText = async (path: string) => {
  const answer = await getFile(path, new Request(worker.origin + path));
  return answer.text();
};
const reloadFile = async (path: string) => {
  const init = { cache: 'reload' } as const;
  const request = new Request(worker.origin + path, init);
  const answer = await fetchAndStore(path, request);
  return answer.text();
};

test.each(['/waitlist', script])(
  'caches only the correct content of %s',
  async (path) => {
    worker.server[path] = () => new Response(wrongText);
    expect(await requestText(path)).toBe(wrongText);
    expect(await requestText(path)).toBe(wrongText);

    worker.server[path] = () => new Response(texts[path]);
    expect(await requestText(path)).toBe(texts[path]);

    delete worker.server[path];
    expect(await requestText(path)).toBe(texts[path]);
  },
);

test('if the HTTP cache has a wrong copy of an immutable file, requests the file from the network', async () => {
  worker.server[script] = (mode) =>
    new Response(mode === 'reload' ? texts[script] : wrongText);
  expect(await requestText(script)).toBe(texts[script]);

  delete worker.server[script];
  expect(await requestText(script)).toBe(texts[script]);
});

test('bypasses the HTTP cache at most once an hour for a file that a proxy alters', async () => {
  worker.server[script] = () => new Response(`${texts[script]} // ad`);
  await requestText(script);
  expect(worker.requests).toEqual([script, script]);

  await requestText(script);
  expect(worker.requests).toEqual([script, script, script]);
});

test('replaces a damaged copy when the page requests the file again', async () => {
  await worker.cache.put(worker.origin + script, new Response(wrongText));
  expect(await reloadFile(script)).toBe(texts[script]);
  expect(worker.requests).toEqual([script]);

  delete worker.server[script];
  expect(await requestText(script)).toBe(texts[script]);
});

test('keeps a correct cached copy if a reload of the file returns wrong content', async () => {
  await requestText(script);

  worker.server[script] = () => new Response(wrongText);
  await reloadFile(script);
  expect(worker.requests).toEqual([script, script]);
  expect(await requestText(script)).toBe(texts[script]);
});

test("serves a file from the previous release's cache only if the current release lacks it", async () => {
  const oldScript = '/static/js/home-0.js';
  const cache = worker.open('pear-files');
  for (const path of [oldScript, script])
    await cache.put(worker.origin + path, new Response('old'));

  expect(await requestText(oldScript)).toBe('old');
  expect(await requestText(script)).toBe(texts[script]);
});

test('stops waiting for a disk that does not answer within five seconds', async () => {
  const { tryDisk } = await worker.load('file-cache');
  vi.useFakeTimers();
  const onEnd = vi.fn();
  tryDisk(new Promise(() => undefined)).then(onEnd);

  await vi.advanceTimersByTimeAsync(4999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledWith(undefined);
});
