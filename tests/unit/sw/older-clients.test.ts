import { beforeEach, expect, test } from 'vitest';
import { createWorkerScope } from './worker-scope.ts';

const script = '/static/js/home-2.js';
const oldScript = '/static/js/home-1.js';

let worker: ReturnType<typeof createWorkerScope>;
let openIds: string[];
let registration: { installing: object | null; waiting: object | null };
let recordOlderClients: () => Promise<void>;
let deleteOlderFiles: () => Promise<void>;

beforeEach(async () => {
  worker = createWorkerScope([
    { url: '/faq', revision: 'abc' },
    { url: script, revision: 'def' },
  ]);

  openIds = [];
  registration = { installing: null, waiting: null };

  const clients = {
    matchAll: async (options: object) => {
      // Without these options the list lacks windows of the older worker.
      expect(options).toEqual({ type: 'window', includeUncontrolled: true });
      return openIds.map((id) => ({ id }));
    },
    get: async (id: string) => (openIds.includes(id) ? { id } : undefined),
  };
  Object.assign(self, { clients, registration });

  const module = await worker.load('older-clients');
  ({ recordOlderClients, deleteOlderFiles } = module);

  const cachedPaths = [
    oldScript,
    script,
    '/faq?revision=abc',
    '/faq?revision=old',
  ];
  for (const path of cachedPaths)
    await worker.cache.put(path, new Response('a file'));
  worker.open('workbox-precache');
});

const listPaths = () =>
  [...worker.cache.entries.keys()].map((url) => url.replace(worker.origin, ''));

const currentPaths = [script, '/faq?revision=abc'];

test('without an open window, the worker deletes the files and caches of older versions at once', async () => {
  await recordOlderClients();
  expect(listPaths()).toEqual(currentPaths);
  expect(await caches.keys()).toEqual(['pear-offline']);
});

test('the files of older versions stay until the last window of the older version is closed', async () => {
  openIds = ['a', 'b'];
  await recordOlderClients();
  expect(listPaths()).toContain(oldScript);

  // A window that was opened later uses the new version.
  openIds = ['b', 'c'];
  await deleteOlderFiles();
  expect(listPaths()).toContain(oldScript);
  expect(await caches.keys()).toContain('workbox-precache');

  openIds = ['c'];
  await deleteOlderFiles();
  expect(listPaths()).toEqual(currentPaths);
  expect(await caches.keys()).toEqual(['pear-offline']);
});

test.each(['installing', 'waiting'] as const)(
  'while a newer worker is %s, the worker deletes no file, because both share the cache',
  async (state) => {
    registration[state] = {};

    await recordOlderClients();
    expect(listPaths()).toContain(oldScript);

    registration[state] = null;
    await deleteOlderFiles();
    expect(listPaths()).toEqual(currentPaths);
  },
);

test('without a record of the open windows, the worker deletes no file', async () => {
  await deleteOlderFiles();
  expect(listPaths()).toContain(oldScript);
});

test('the records of altered files of this version stay', async () => {
  const { getAlteredKey } = await worker.load('altered-files');
  const key = getAlteredKey({ address: worker.origin + script });
  await worker.cache.put(key, new Response('1'));

  await recordOlderClients();
  expect(listPaths()).toContain(key.replace(worker.origin, ''));
});
