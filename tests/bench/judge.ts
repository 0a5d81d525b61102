import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { findBrowser } from '../support/browsers.ts';

export const categories = [
  'performance',
  'accessibility',
  'best-practices',
  'seo',
] as const;

export type Category = (typeof categories)[number];

export interface Judgement {
  /** Of 100. */
  scores: Record<Category, number>;
  /** Total blocking time, in milliseconds. */
  blocked: number;
  /** The same of the page's own work, without waiting for a core. */
  blockedByItself: number;
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
 * What Lighthouse says of a page; nothing where its own recording has failed,
 * as happens now and then and says nothing of the page.
 */
export async function judge(url: string): Promise<Judgement | undefined> {
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
    { env: { ...process.env, CHROME_PATH: chromePath() } },
  );
  const { categories: judged, audits } = (await readJson(
    `${report}.json`,
  )) as Report;
  const { traceEvents } = (await readJson(`${report}-0.trace.json`)) as {
    traceEvents: TraceEvent[];
  };
  const scoreOf = (category: Category) => (judged[category].score ?? 0) * 100;
  return {
    scores: Object.fromEntries(
      categories.map((category) => [category, scoreOf(category)]),
    ) as Judgement['scores'],
    blocked: audits['total-blocking-time'].numericValue,
    blockedByItself: blockedByWork(traceEvents),
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await fs.readFile(file, 'utf8'));
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
  const tasks = events.filter(
    ({ name, pid, tid, ts }) =>
      name === 'RunTask' &&
      pid === main.pid &&
      tid === main.tid &&
      ts >= paint.ts,
  );
  // Without them nothing would ever seem to block.
  if (!tasks.some(({ tdur = 0 }) => tdur > 0)) {
    throw new Error('The recording shows no tasks');
  }
  const blocked = tasks.map(({ tdur = 0 }) =>
    Math.max(0, tdur * slower - tolerated),
  );
  return blocked.reduce((sum, time) => sum + time, 0) / 1000;
}

function chromePath(): string {
  const found = findBrowser('chromium');
  return found.kind === 'system' ? found.path : chromium.executablePath();
}
