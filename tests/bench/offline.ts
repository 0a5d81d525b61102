import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from 'playwright';
import { bundleScript } from '../../src/node/bundle-script.ts';
import { notFound } from '../../src/routes.ts';
import { launchOptions } from '../support/browsers.ts';
import { serveFolder } from '../support/builds.ts';
import { readBuilt } from '../support/built-files.ts';
import { startSite } from '../support/site.ts';
import { listOf } from '../support/worker-files.ts';
import { shapeLink } from './shaped-link.ts';

const bitsPerSecond = 1_600_000;

/**
 * `npm run bench:offline`: how long a first visit to /waitlist takes over a slow
 * link until the site works offline, beside the same files installed by
 * workbox-precaching, and beside the transfer of the same bytes alone. `--runs N`
 * of each, 3 by default; `--dist FOLDER` measures another build as well.
 */
export async function main(args: string[]): Promise<void> {
  const { runs, dist } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '3' },
      dist: { type: 'string' },
    },
  }).values;
  const site = await startSite();
  const precaching = await copyWithPrecaching();
  const builds = { ours: 'dist', 'workbox-precaching': precaching };
  const folders = Object.entries(dist ? { ...builds, [dist]: dist } : builds);
  const browser = await chromium.launch(launchOptions('chromium'));
  console.log(
    '| Round trip | Build | Ready | Transfer alone | Requests of the worker | Bytes |\n| --- | --- | --- | --- | --- | --- |',
  );
  for (const roundTrip of [150, 300]) {
    const found = new Map<string, Visit[]>();
    for (let run = 0; run < Number(runs); run += 1) {
      for (const [name, folder] of folders) {
        const built = await serveFolder(folder, site.origin);
        // The server compresses each file at its first request.
        if (run === 0) await visit(browser, built.origin, 0);
        const one = await visit(browser, built.origin, roundTrip);
        found.set(name, [...(found.get(name) ?? []), one]);
        built.close();
      }
    }
    for (const [name, visits] of found) {
      const [ready, requests, bytes] = [
        median(visits.map((one) => one.ready)),
        median(visits.map((one) => one.requests)),
        median(visits.map((one) => one.bytes)),
      ];
      const alone = roundTrip + (bytes * 8 * 1000) / bitsPerSecond;
      console.log(
        `| ${roundTrip} ms | ${name} | ${seconds(ready)} | ${seconds(alone)} | ${requests} | ${(bytes / 1000).toFixed(0)} kB |`,
      );
    }
  }
  await browser.close();
  await site.stop();
  fs.rmSync(precaching, { recursive: true });
}

interface Visit {
  /** Milliseconds until the worker was active, with all files stored. */
  ready: number;
  requests: number;
  bytes: number;
}

async function visit(
  browser: Browser,
  origin: string,
  roundTrip: number,
): Promise<Visit> {
  const bandwidth = roundTrip ? bitsPerSecond : Number.POSITIVE_INFINITY;
  const link = await shapeLink(origin, { roundTrip, bitsPerSecond: bandwidth });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${link.origin}/waitlist`, { waitUntil: 'commit' });
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, {
    timeout: 600_000,
  });
  const ready = performance.now() - start;
  const bytes = link.passed.reduce((sum, one) => sum + one.bytes, 0);
  const requests = link.passed.filter((one) => one.isOfWorker).length;
  if (process.env.VERBOSE)
    console.log(
      link.passed
        .map(
          ({ path, isOfWorker, bytes }) =>
            `${isOfWorker ? 'W' : ' '} ${path} ${bytes}`,
        )
        .join('\n'),
    );
  await context.close();
  await link.stop();
  return { ready, requests, bytes };
}

/** A copy of the build whose worker is Workbox's, with the same files. */
async function copyWithPrecaching(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-bench-'));
  fs.cpSync('dist', folder, { recursive: true });
  // Workbox's install fails at a file that hosting answers with status 404.
  const listed = listOf(readBuilt('sw.js')).filter(
    ({ url, revision }) => revision && url !== notFound.path,
  );
  // As vite-plugin-pwa lists files whose name has a hash.
  const files = listed.map(({ url, revision }) => {
    return { url, revision: url.startsWith('/static/') ? null : revision };
  });
  const worker = await bundleScript('tests/bench/precaching-worker.js');
  fs.writeFileSync(
    path.join(folder, 'sw.js'),
    worker
      .replaceAll('process.env.NODE_ENV', '"production"')
      .replace('self.__WB_MANIFEST', () => JSON.stringify(files)),
  );
  return folder;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
