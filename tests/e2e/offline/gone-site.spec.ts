import * as http from 'node:http';
import type { Page } from 'playwright/test';
import { createForwarder } from '../../../src/local-server/firestore/plugin.ts';
import { expect, test } from '../../support/fixtures.ts';
import { getHeading, openWithWorker } from '../../support/loading.ts';
import { transientResponses } from '../../support/network-faults.ts';
import { listen } from '../../support/ports.ts';
import { expectSaved } from '../../support/unsent.ts';
import { joinWaitlist } from '../../support/waitlist.ts';

const [serverError] = transientResponses;
const html = { 'content-type': 'text/html' };
const otherPage =
  '<!doctype html><title>Another site</title><h1>Another site</h1>';

const javascript = { 'content-type': 'text/javascript' };
/** The script of a worker that cannot be installed, so it replaces no other worker. */
const brokenWorker = `addEventListener('install', (event) => {
  event.waitUntil(Promise.reject(new Error('As the test has it')));
})`;

/**
 * Serves another site, where `/sw.js` is missing or another worker's script. Requests
 * for Firestore reach `origin`.
 */
async function serveOtherSite(origin: string) {
  const forwardToFirestore = createForwarder(new URL(origin).host);
  const site = { hasWorker: false };
  const server = http.createServer((request, response) =>
    forwardToFirestore(request, response, () => {
      const isPage = request.headers.accept?.includes('text/html');
      const isWorker = request.url === '/sw.js' && site.hasWorker;
      if (isWorker) response.writeHead(200, javascript).end(brokenWorker);
      else response.writeHead(isPage ? 200 : 404, html).end(otherPage);
    }),
  );
  return Object.assign(site, await listen(server));
}

/** In the worker, sets the clock forward when a page requests it. */
const clockScript = `{
  const { now } = Date;
  let advance = 0;
  Date.now = () => now() + advance;
  addEventListener('message', ({ data, ports }) => {
    if (data.type !== 'advance the clock') return;
    advance += data.milliseconds;
    ports[0].postMessage('done');
  });
}`;

/** Runs in the page. */
async function advanceWorkerClock(days: number): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = resolve;
  });
  const milliseconds = days * 24 * 60 * 60 * 1000;
  const message = { type: 'advance the clock', milliseconds };
  navigator.serviceWorker.controller?.postMessage(message, [port2]);
  await answer;
}

/** Runs in the page: returns the number of visits at which the script was gone. */
async function countGoneVisits(): Promise<number> {
  const cache = await caches.open('pear-offline');
  const record = await cache.match('/gone-site');
  return record ? (await record.json()).visits : 0;
}

const listRegistrations = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistrations());

test('a worker whose site is gone steps aside after seven visits in two weeks, delivers what waits, and unregisters', {
  tag: '@firefox',
}, async ({ page, network, site, records }) => {
  network.inject('worker', clockScript);
  await openWithWorker(page, '/waitlist');
  if (serverError) network.fail(serverError);
  await joinWaitlist(page);
  await expectSaved(page);

  const other = await serveOtherSite(site.origin);
  network.site = other.origin;

  await test.step('until then, the worker serves the site', async () => {
    for (let visit = 1; visit <= 7; visit += 1) {
      other.hasWorker = visit % 2 === 0;
      await page.goto('/careers');
      await expect(getHeading(page)).toHaveText(/join the team/);
      await expect.poll(() => page.evaluate(countGoneVisits)).toBe(visit);
      await page.evaluate(advanceWorkerClock, 2.4);
    }
  });

  await test.step('while a submission waits, the worker answers no requests and stays registered', async () => {
    const commits = network.commits;
    await page.goto('/careers');
    await expect(getHeading(page)).toHaveText('Another site');
    await network.waitForCommits(commits + 1);
    expect(await listRegistrations(page)).toHaveLength(1);
    expect(await records.count('waitlist')).toBe(0);
  });

  await test.step('the next visit delivers the submission and removes the worker', async () => {
    network.heal();
    await page.evaluate(() => caches.open('of the other site'));
    await page.goto('/waitlist');
    await expect(getHeading(page)).toHaveText('Another site');
    await expect.poll(() => listRegistrations(page)).toEqual([]);
    expect(await records.count('waitlist')).toBe(1);
    await expect
      .poll(() => page.evaluate(() => caches.keys()))
      .toEqual(['of the other site']);
  });

  await other.stop();
});
