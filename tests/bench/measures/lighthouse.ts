import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { notFound, routes } from '../../../src/routes.ts';
import { findBrowser } from '../../support/browsers.ts';
import { type Row, row, sampleOf } from '../row.ts';
import type { Bench } from '../variants.ts';

/** It takes the machine's moods for the page's: the median counts. */
const rounds = 3;
const categories = [
  ...(['performance', 'accessibility'] as const),
  ...(['best-practices', 'seo'] as const),
];
type Category = (typeof categories)[number];

/**
 * Of a page: the scores, of 100; the total blocking time, in milliseconds; and
 * the same of its own work, without waiting for a core.
 */
type Judgement = Record<Category | 'blocked' | 'blockedByItself', number>;

interface Page {
  address: string;
  ours: Judgement[];
  limit: Judgement[];
}

interface Report {
  categories: Record<Category, { score: number | null }>;
  audits: { 'total-blocking-time': { numericValue: number } };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  /** Of these the ones in which the task's thread had a core. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Lighthouse's own judgement, on its own simulated phone, of every page, and
 * turn by turn of the same pages without scripts: no page of ours can be above.
 * It times tasks by the clock, and a task may have to wait for a core: so it
 * is told as well what the page's own work would have blocked.
 */
export async function measureLighthouse({ origins }: Bench): Promise<Row[]> {
  const pages: Page[] = [];
  let failed = 0;
  for (const { path: address } of [...routes, notFound]) {
    const page: Page = { address, ours: [], limit: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const whose of ['ours', 'limit'] as const) {
        const judgement = await judge(origins[whose] + address);
        if (judgement) page[whose].push(judgement);
        else failed += 1;
      }
    }
    if (page.ours.length === 0 || page.limit.length === 0) {
      throw new Error(`Lighthouse could not judge ${address}`);
    }
    pages.push(page);
  }
  const of = (whose: 'ours' | 'limit', what: keyof Judgement) =>
    pages
      // A page that asks not to be found is no fault of its SEO.
      .filter(({ address }) => what !== 'seo' || address !== notFound.path)
      .map((page) => ({
        address: page.address,
        value: sampleOf(page[whose].map((one) => one[what])).median,
      }))
      .sort((a, b) => a.value - b.value);
  type Judged = ReturnType<typeof of>;
  const worst = (
    what: string,
    page: Judged[number] | undefined,
    unit: Row['unit'] = 'points',
  ) => {
    const value = page?.value ?? Number.NaN;
    return row(`${what}, the worst page (${page?.address})`, unit, [value]);
  };
  const middle = (what: string, all: Judged, unit: Row['unit'] = 'points') => {
    const values = all.map(({ value }) => value);
    return row(`${what}, the middle of ${all.length} pages`, unit, values);
  };
  const performance = of('ours', 'performance');
  const limit = of('limit', 'performance');
  const own = of('ours', 'blockedByItself').at(-1);
  return [
    row('Lighthouse runs without a judgement', '', [failed]),
    ...categories.map((category) => ({
      ...worst(`Lighthouse ${category}`, of('ours', category)[0]),
      least: 100,
    })),
    worst('Lighthouse performance, limit', limit[0]),
    worst('Lighthouse best-practices, limit', of('limit', 'best-practices')[0]),
    middle('Lighthouse performance, ours', performance),
    middle('Lighthouse performance, limit', limit),
    middle('Blocked in Lighthouse, ours', of('ours', 'blocked'), 'ms'),
    worst('Blocked in Lighthouse by own work, ours', own, 'ms'),
  ];
}

/**
 * What Lighthouse says of a page; nothing where its own recording has failed,
 * as happens now and then and says nothing of the page.
 */
async function judge(url: string): Promise<Judgement | undefined> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'pear-lighthouse-'));
  try {
    return await readJudgement(url, path.join(folder, 'report'));
  } catch (error) {
    console.error(String(error).split('\n', 1)[0]);
    return undefined;
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

async function readJudgement(url: string, report: string): Promise<Judgement> {
  const found = findBrowser('chromium');
  const browser =
    found.kind === 'system' ? found.path : chromium.executablePath();
  await promisify(execFile)(
    process.execPath,
    [
      'node_modules/lighthouse/cli/index.js',
      url,
      '--quiet',
      '--output=json',
      `--output-path=${report}.json`,
      '--save-assets',
      `--only-categories=${categories.join(',')}`,
      '--ignore-status-code',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    { env: { ...process.env, CHROME_PATH: browser } },
  );
  const { categories: judged, audits } = await readJson<Report>(
    `${report}.json`,
  );
  const { traceEvents } = await readJson<{ traceEvents: TraceEvent[] }>(
    `${report}-0.trace.json`,
  );
  const scores = categories.map((category) => [
    category,
    (judged[category].score ?? 0) * 100,
  ]);
  return {
    ...(Object.fromEntries(scores) as Record<Category, number>),
    blocked: audits['total-blocking-time'].numericValue,
    blockedByItself: blockedByWork(traceEvents),
  };
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await fs.readFile(file, 'utf8')) as T;
}

/** As Lighthouse reckons: its phone takes four times as long. */
const slower = 4;
const tolerated = 50_000;

function blockedByWork(events: readonly TraceEvent[]): number {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' &&
      pid === paint?.pid &&
      args.name === 'CrRendererMain',
  );
  if (!paint || !main) throw new Error('The recording shows no first paint');
  const times = events
    .filter(({ name, ts }) => name === 'RunTask' && ts >= paint.ts)
    .filter(({ pid, tid }) => pid === main.pid && tid === main.tid)
    .map(({ tdur = 0 }) => tdur);
  // Without them nothing would ever seem to block.
  if (!times.some((time) => time > 0)) {
    throw new Error('The recording shows no tasks');
  }
  const blocked = times.map((time) => Math.max(0, time * slower - tolerated));
  return blocked.reduce((sum, time) => sum + time, 0) / 1000;
}
