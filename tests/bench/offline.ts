import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { bundleScript } from '../../src/build/bundle-script.ts';
import { notFoundRoute } from '../../src/routes.ts';
import { getLaunchOptions } from '../support/browsers.ts';
import { serveBuild } from '../support/builds.ts';
import { readBuiltFile } from '../support/built-files.ts';
import { startSite } from '../support/site.ts';
import { readPrecacheList } from '../support/worker-files.ts';
import { throttle } from './shaped-link.ts';
import { computeMedian } from './statistics.ts';

const bitsPerSecond = 1_600_000;

/**
 * `npm run bench:offline "--" RUNS`: measures how long a first visit to /waitlist
 * over a slow link takes until the site works offline. For comparison, a worker
 * of workbox-precaching installs the same files.
 */
export async function main([runs = '3']: string[]): Promise<void> {
  const site = await startSite();
  const precachingFolder = await copyBuildWithPrecaching();
  const buildFolders = { pear: 'dist', 'workbox-precaching': precachingFolder };
  const browser = await chromium.launch(getLaunchOptions('chromium'));

  const tableRows = [];
  for (const roundTrip of [150, 300]) {
    for (const [build, folder] of Object.entries(buildFolders)) {
      const { origin, stop } = await serveBuild(folder, site.origin);

      // Ignore the first visit, because it waits until the server has compressed the files.
      await measureVisit(browser, origin, 0);

      const visits: Awaited<ReturnType<typeof measureVisit>>[] = [];
      for (let run = 0; run < Number(runs); run += 1)
        visits.push(await measureVisit(browser, origin, roundTrip));

      await stop();
      const computeVisitMedian = (name: 'readyTime' | 'requests' | 'bytes') =>
        computeMedian(visits.map((visit) => visit[name]));

      const bytes = computeVisitMedian('bytes');
      const transferTime = roundTrip + (bytes * 8000) / bitsPerSecond;

      tableRows.push({
        'round trip': `${roundTrip} ms`,
        build,
        ready: `${(computeVisitMedian('readyTime') / 1000).toFixed(1)} s`,
        'transfer only': `${(transferTime / 1000).toFixed(1)} s`,
        'requests of the worker': computeVisitMedian('requests'),
        bytes: `${(bytes / 1000).toFixed(0)} kB`,
      });
    }
  }

  console.table(tableRows);
  await browser.close();
  await site.stop();
  fs.rmSync(precachingFolder, { recursive: true });
}

/** Measures a first visit until the worker has all files and is active. */
async function measureVisit(browser: Browser, site: string, roundTrip: number) {
  const bandwidth = roundTrip ? bitsPerSecond : Number.POSITIVE_INFINITY;
  const link = await throttle(site, { roundTrip, bitsPerSecond: bandwidth });

  const context = await browser.newContext();
  const page = await context.newPage();

  const startTime = performance.now();
  await page.goto(`${link.origin}/waitlist`, { waitUntil: 'commit' });
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, {
    timeout: 600_000,
  });

  const readyTime = performance.now() - startTime;
  const { responses } = link;
  const bytes = responses.reduce((sum, response) => sum + response.bytes, 0);
  const workerResponses = responses.filter(({ isForWorker }) => isForWorker);

  await context.close();
  await link.stop();
  return { readyTime, requests: workerResponses.length, bytes };
}

async function copyBuildWithPrecaching(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  fs.cpSync('dist', folder, { recursive: true });

  // Workbox cannot install the 404 page, because its status is 404.
  const precacheEntries = readPrecacheList(readBuiltFile('sw.js')).filter(
    ({ url, revision }) => revision && url !== notFoundRoute.path,
  );

  // As in vite-plugin-pwa, a file with a hash in its name needs no revision.
  const workboxEntries = precacheEntries.map(({ url, revision }) => {
    return { url, revision: url.startsWith('/static/') ? null : revision };
  });

  const workerScript = (await bundleScript('tests/bench/precaching-worker.js'))
    .replaceAll('process.env.NODE_ENV', '"production"')
    .replace('self.__WB_MANIFEST', () => JSON.stringify(workboxEntries));

  fs.writeFileSync(path.join(folder, 'sw.js'), workerScript);
  return folder;
}
