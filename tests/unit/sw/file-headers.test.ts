import { beforeEach, describe, expect, test } from 'vitest';
import * as site from './small-site.ts';

const { otherPaths, pack, texts } = site;

let getFile: (path: string) => Promise<Response>;
let findAnswer: (url: URL, request: Request) => () => Promise<Response>;

beforeEach(async () => {
  await site.start();
  ({ getFile } = await site.worker.load('file-cache'));
  ({ findAnswer } = await site.worker.load('answer-request'));
});

const revalidated = 'no-cache';
const immutable = 'public, max-age=31536000, immutable';
const filesOfEachType = [
  ['/waitlist', 'text/html; charset=utf-8', revalidated],
  ['/pictures/pear.svg', 'image/svg+xml', revalidated],
  [
    '/manifest.webmanifest',
    'application/manifest+json; charset=utf-8',
    revalidated,
  ],
  ['/static/home-1.css', 'text/css; charset=utf-8', immutable],
  ['/static/js/home-1.js', 'application/javascript; charset=utf-8', immutable],
  ['/static/lora-1.woff2', 'font/woff2', immutable],
] as const;

const forgedHeaders = {
  refresh: '0; url=https://evil.example',
  'content-type': 'text/plain',
  'content-security-policy': 'frame-ancestors *',
  'cache-control': 'max-age=60',
  'set-cookie': 'a=b',
  vary: '*',
};

/** Returns the response of a proxy that has replaced all headers of the file. */
const forge = (path: string) =>
  new Response(texts[path], { headers: forgedHeaders });

/** Copies cannot have the header `Vary: *`, so no release has stored one. */
const { vary: _, ...storableHeaders } = forgedHeaders;
const forgeCopy = (text?: string) =>
  new Response(text ?? '', { headers: storableHeaders, status: 203 });

function expectHeadersOfBuild(
  { headers }: Response,
  type: string,
  caching: string,
) {
  expect(Object.fromEntries(headers)).toEqual({
    'cache-control': caching,
    'content-type': type,
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
  });
}

/** Makes the network fail for all files, so only the cache can answer. */
function goOffline() {
  for (const path of Object.keys(site.worker.server))
    delete site.worker.server[path];
}

describe.each(filesOfEachType)('%s', (path, type, caching) => {
  async function expectIntactFile() {
    goOffline();
    const response = await getFile(path);
    expect(response.status).toBe(200);
    expectHeadersOfBuild(response, type, caching);
    expect(await response.text()).toBe(texts[path]);
  }

  test('has the headers of the build if a proxy forges those of single files', async () => {
    site.worker.server[pack] = site.notFound;
    for (const name of Object.keys(texts))
      site.worker.server[name] = () => forge(name);

    await site.install();
    await expectIntactFile();
  });

  test('has the headers of the build if a proxy forges those of the offline pack', async () => {
    site.worker.server[pack] = () =>
      new Response(site.createWholePack().body, { headers: forgedHeaders });
    for (const name of otherPaths) site.worker.server[name] = () => forge(name);

    await site.install();
    await expectIntactFile();
  });

  test('has the headers of the build if an older release has stored forged headers', async () => {
    await site.install();

    const { entries } = site.worker.cache;
    for (const [key, copy] of entries)
      entries.set(key, forgeCopy(await copy.text()));

    await site.install();
    await expectIntactFile();
  });

  test('has the headers of the build without the `nosniff` that a proxy has removed', async () => {
    await site.install();
    for (const copy of site.worker.cache.entries.values())
      copy.headers.delete('x-content-type-options');
    await expectIntactFile();
  });
});

test("files of the older release's cache have the headers of the build", async () => {
  const path = '/static/js/home-0.js';
  const cache = site.worker.open('pear-files');
  await cache.put(site.worker.origin + path, forgeCopy('old'));

  const response = await getFile(path);
  const type = 'application/javascript; charset=utf-8';
  expectHeadersOfBuild(response, type, immutable);
  expect(await response.text()).toBe('old');
});

test('offline, the 404 page has the headers of the build and the status 404', async () => {
  await site.install();
  const { entries } = site.worker.cache;
  for (const [key, copy] of entries)
    entries.set(key, forgeCopy(await copy.text()));

  goOffline();

  const address = `${site.worker.origin}/nowhere`;
  const request = new Request(address);
  // Only browsers create requests with this mode.
  Object.defineProperty(request, 'mode', { value: 'navigate' });
  const response = await findAnswer(new URL(address), request)();

  expect(response.status).toBe(404);
  expectHeadersOfBuild(response, 'text/html; charset=utf-8', revalidated);
});

// With a page in its place, the browser would take the file for a missing one.
test.each(['/static/js/home-0.js', '/static/home-0.css', '/pictures/pear.svg'])(
  'offline, %s fails if the cache lacks it',
  async (path) => {
    await site.install();
    goOffline();
    const { entries } = site.worker.cache;
    for (const key of entries.keys())
      if (key.includes(path)) entries.delete(key);
    const address = `${site.worker.origin}${path}`;
    const answer = findAnswer(new URL(address), new Request(address));
    await expect(answer()).rejects.toThrow();
  },
);

test("the network's responses keep their headers", async () => {
  site.worker.server['/waitlist'] = () => forge('/waitlist');
  const { headers } = await getFile('/waitlist');
  expect(Object.fromEntries(headers)).toEqual(forgedHeaders);
});

test('a cached response with the right headers is passed on as it is, so that Chromium uses its compiled code', async () => {
  await site.install();
  const { cache } = site.worker;
  const copy = await cache.match('/static/js/home-1.js');
  cache.match = async () => copy;
  expect(await getFile('/static/js/home-1.js')).toBe(copy);
});
