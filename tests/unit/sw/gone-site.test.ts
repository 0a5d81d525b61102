import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bundleScript } from '../../../src/build/bundle-script.ts';
import { createWorkerScope } from './worker-scope.ts';

const day = 24 * 60 * 60 * 1000;
const startTime = Date.parse('2026-01-01T08:00:00Z');

let worker: ReturnType<typeof createWorkerScope>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: startTime });
  worker = createWorkerScope([]);
});

afterEach(() => vi.useRealTimers());

type Answer = () => Response;

const javascriptHeaders = { 'content-type': 'text/javascript; charset=utf-8' };
const htmlPage = '<!doctype html><title>Another site</title>';
const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' };

const notFound: Answer = () =>
  new Response(htmlPage, { status: 404, headers: htmlHeaders });
const gone: Answer = () => new Response('', { status: 410 });
const otherScript: Answer = () =>
  new Response('addEventListener("fetch", () => {})', {
    headers: javascriptHeaders,
  });
const anotherRelease: Answer = () =>
  new Response('caches.open("x");var t="pear-outbox"', {
    headers: javascriptHeaders,
  });
const offline: Answer = () => {
  throw new TypeError('no network');
};

/**
 * Visits the site on these days, counted from the first visit. Returns whether the
 * worker answers no requests at the next visit. Each visit starts the worker again.
 */
async function visitOn(
  days: readonly number[],
  answerOf: (visit: number) => Answer,
) {
  for (const [visit, dayOfVisit] of days.entries()) {
    worker.server['/sw.js'] = () => answerOf(visit)();
    vi.setSystemTime(startTime + dayOfVisit * day);
    await startAndVisit();
  }
  return startAndVisit();
}

async function startAndVisit(): Promise<boolean> {
  vi.resetModules();

  const site = await worker.load('gone-site');
  site.beginVisit();
  const isAside: boolean = await site.readSteppedAside();
  await site.countVisit();
  return isAside;
}

const fortnight = [0, 1, 2, 5, 8, 11, 14];

test.each([
  ['has the status 404', notFound],
  ['has the status 410', gone],
  ['is the script of another site', otherScript],
])(
  'the worker steps aside if its script %s on seven visits over 14 days',
  async (_, answer) => {
    expect(await visitOn(fortnight, () => answer)).toBe(true);
  },
);

test.each([
  ['six visits', [0, 3, 6, 9, 12, 15]],
  ['seven visits within 13 days', [0, 1, 2, 5, 8, 11, 13]],
  ['seven visits, several on one day', [0, 0.1, 0.2, 0.3, 5, 9, 14]],
  ['a clock that jumps by a year once', [0, 1, 2, 3, 4, 5, 371]],
  ['a clock that jumps by a year and back', [0, 1, 2, 368, 4, 5, 6, 7, 8]],
])('the worker goes on after %s without its script', async (_, days) => {
  expect(await visitOn(days, () => notFound)).toBe(false);
});

test('a clock that was a year ahead does not keep the worker', async () => {
  expect(await visitOn([366, ...fortnight], () => notFound)).toBe(true);
});

test('the worker steps aside for a visitor who comes once a month', async () => {
  const days = [0, 30, 60, 90, 120, 150, 180];
  expect(await visitOn(days, () => notFound)).toBe(true);
});

const unclearAnswers: [string, Answer][] = [
  ['no answer', offline],
  ['a page of HTML', () => new Response(htmlPage, { headers: htmlHeaders })],
  [
    'text',
    () => new Response('gone', { headers: { 'content-type': 'text/plain' } }),
  ],
  ['an error of the server', () => new Response('', { status: 503 })],
  [
    'an error of the server as JavaScript',
    () => new Response('', { status: 503, headers: javascriptHeaders }),
  ],
  [
    'a refusal',
    () => new Response(htmlPage, { status: 403, headers: htmlHeaders }),
  ],
  [
    'a redirect to a page with the status 404',
    () => new Response('', { status: 302, headers: { location: '/login' } }),
  ],
];

test.each(unclearAnswers)('%s counts as no visit', async (_, answer) => {
  worker.server['/login'] = notFound;
  const days = [...fortnight, 17, 20, 23];
  expect(await visitOn(days, () => answer)).toBe(false);
});

test.each(unclearAnswers)(
  '%s between the visits resets nothing',
  async (_, answer) => {
    worker.server['/login'] = notFound;
    const days = [0, 1, 2, 3, 5, 8, 11, 14];

    const isAside = await visitOn(days, (visit) =>
      visit === 3 ? answer : notFound,
    );
    expect(isAside).toBe(true);
  },
);

test('a page of HTML that claims to be JavaScript counts as no visit, because no browser can run it', async () => {
  worker.update.mockRejectedValue(
    new TypeError('ServiceWorker script evaluation failed'),
  );
  const page = () => new Response(htmlPage, { headers: javascriptHeaders });
  expect(await visitOn(fortnight, () => page)).toBe(false);
  expect(worker.update).toHaveBeenCalled();
});

test('the script of another release ends the count', async () => {
  const days = [...fortnight, 17, 20];

  const isAside = await visitOn(days, (visit) =>
    visit === 5 ? anotherRelease : notFound,
  );
  expect(isAside).toBe(false);
  expect(worker.update).not.toHaveBeenCalled();
});

test('a worker that has stepped aside comes back if the script does', async () => {
  const days = [...fortnight, 17];

  const isAside = await visitOn(days, (visit) =>
    visit === 7 ? anotherRelease : notFound,
  );
  expect(isAside).toBe(false);
});

test('the script that withdraws the worker counts as a script of this site', async () => {
  const script = await bundleScript('src/sw/dev.ts');
  const withdrawal = () => new Response(script, { headers: javascriptHeaders });
  expect(await visitOn(fortnight, () => withdrawal)).toBe(false);
  expect(worker.update).not.toHaveBeenCalled();
});

test.each([
  ['damaged', async () => new Response('{"visits":')],
  ['unreadable', () => Promise.reject(new DOMException('no disk'))],
])('the worker goes on if its record is %s', async (_, match) => {
  worker.cache.match = match;
  expect(await visitOn(fortnight, () => notFound)).toBe(false);
});

test('requests the script at most once in 20 hours', async () => {
  await visitOn([0, 0.1, 0.5, 0.8], () => anotherRelease);
  expect(worker.requests).toEqual(['/sw.js']);
  await visitOn([0.9, 1, 1.5], () => anotherRelease);
  expect(worker.requests).toEqual(['/sw.js', '/sw.js']);
});

test('the worker answers all requests of a page or none', async () => {
  await visitOn(fortnight.slice(0, 6), () => notFound);
  vi.setSystemTime(startTime + 14 * day);

  vi.resetModules();
  const site = await worker.load('gone-site');

  await site.readSteppedAside();
  site.beginVisit();
  await site.countVisit();

  expect(site.hasSteppedAside()).toBe(false);
  site.beginVisit();
  expect(site.hasSteppedAside()).toBe(true);
});
