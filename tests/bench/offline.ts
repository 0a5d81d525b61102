import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { bundleScript } from '../../src/node/bundle-script.ts';
import { notFoundRoute } from '../../src/routes.ts';
import { launchOptions } from '../support/browsers.ts';
import { serveBuild } from '../support/builds.ts';
import { readBuilt } from '../support/built-files.ts';
import { startSite } from '../support/site.ts';
import { readPrecacheList } from '../support/worker-files.ts';
import { shapeLink } from './shaped-link.ts';
import { median } from './statistics.ts';

const bitsPerSecond = 1_600_000;

/**
 * `npm run bench:offline -- RUNS`: measures how long a first visit to /waitlist
 * over a slow link takes until the site works offline. For comparison, a worker
 * of workbox-precaching installs the same files.
 */
export async function main([runs = '3']: string[]): Promise<void> {
  const site = await startSite();
  const precachingFolder = await copyWithPrecaching();
  const builds = { pear: 'dist', 'workbox-precaching': precachingFolder };
  const browser = await chromium.launch(launchOptions('chromium'));
  const rows = [];
  for (const roundTrip of [150, 300]) {
    for (const [build, folder] of Object.entries(builds)) {
      const { origin, stop } = await serveBuild(folder, site.origin);
      // Do not measure the first visit, because the server then compresses files.
      await visit(browser, origin, 0);
      const visits: Awaited<ReturnType<typeof visit>>[] = [];
      for (let run = 0; run < Number(runs); run += 1)
        visits.push(await visit(browser, origin, roundTrip));
      await stop();
      const medianOf = (name: 'readyTime' | 'requests' | 'bytes') =>
        median(visits.map((visit) => visit[name]));
      const bytes = medianOf('bytes');
      const transferTime = roundTrip + (bytes * 8000) / bitsPerSecond;
      rows.push({
        'round trip': `${roundTrip} ms`,
        build,
        ready: `${(medianOf('readyTime') / 1000).toFixed(1)} s`,
        'transfer only': `${(transferTime / 1000).toFixed(1)} s`,
        'requests of the worker': medianOf('requests'),
        bytes: `${(bytes / 1000).toFixed(0)} kB`,
      });
    }
  }
  console.table(rows);
  await browser.close();
  await site.stop();
  fs.rmSync(precachingFolder, { recursive: true });
}

/** Measures a first visit until the worker has all files and is active. */
async function visit(browser: Browser, target: string, roundTrip: number) {
  const bandwidth = roundTrip ? bitsPerSecond : Number.POSITIVE_INFINITY;
  const link = await shapeLink(target, { roundTrip, bitsPerSecond: bandwidth });
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${link.origin}/waitlist`, { waitUntil: 'commit' });
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, {
    timeout: 600_000,
  });
  const readyTime = performance.now() - start;
  const { responses } = link;
  const bytes = responses.reduce((sum, response) => sum + response.bytes, 0);
  const requests = responses.filter(({ isForWorker }) => isForWorker).length;
  await context.close();
  await link.stop();
  return { readyTime, requests, bytes };
}

async function copyWithPrecaching(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  fs.cpSync('dist', folder, { recursive: true });
  // Workbox cannot install the 404 page, because its status is 404.
  const listedFiles = readPrecacheList(readBuilt('sw.js')).filter(
    ({ url, revision }) => revision && url !== notFoundRoute.path,
  );
  // As in vite-plugin-pwa, a file with a hash in its name needs no revision.
  const files = listedFiles.map(({ url, revision }) => {
    return { url, revision: url.startsWith('/static/') ? null : revision };
  });
  const worker = (await bundleScript('tests/bench/precaching-worker.js'))
    .replaceAll('process.env.NODE_ENV', '"production"')
    .replace('self.__WB_MANIFEST', () => JSON.stringify(files));
  fs.writeFileSync(path.join(folder, 'sw.js'), worker);
  return folder;
}
