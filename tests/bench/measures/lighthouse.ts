import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { notFound, routes } from '../../../src/routes.ts';
import { findBrowser } from '../../support/browsers.ts';
import type { Row } from '../row.ts';
import { sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Report {
  categories: Record<string, { score: number | null }>;
}

/** It takes the machine's moods for the page's: the median counts. */
const rounds = 3;

interface Judged {
  address: string;
  score: number;
}

/**
 * Lighthouse's own judgement, on its own simulated phone, of every page, and
 * turn by turn of the same pages without scripts: no page of ours can be above.
 */
export async function measureLighthouse({ origins }: Variants): Promise<Row[]> {
  const ours = new Map<string, Judged[]>();
  const limit: Judged[] = [];
  for (const { path: address } of [...routes, notFound]) {
    const reports: Report[] = [];
    const bare: Report[] = [];
    for (let round = 0; round < rounds; round += 1) {
      reports.push(await judge(origins.ours + address));
      bare.push(await judge(origins.limit + address));
    }
    for (const category of categories) {
      // A page that asks not to be found is no fault of its SEO.
      if (category === 'seo' && address === notFound.path) continue;
      const score = scoreOf(reports, category);
      ours.set(category, [...(ours.get(category) ?? []), { address, score }]);
    }
    limit.push({ address, score: scoreOf(bare, 'performance') });
  }
  const performance = ours.get('performance') ?? [];
  return [
    ...[...ours].map(([category, pages]) => ({
      ...worstOf(`Lighthouse ${category}`, pages),
      least: 100,
    })),
    worstOf('Lighthouse performance, limit', limit),
    middleOf('Lighthouse performance, ours', performance),
    middleOf('Lighthouse performance, limit', limit),
  ];
}

function worstOf(what: string, pages: Judged[]): Row {
  const [worst] = pages.toSorted((a, b) => a.score - b.score);
  return {
    what: `${what}, the worst page (${worst?.address})`,
    unit: 'points',
    measured: { median: worst?.score ?? Number.NaN, spread: 0 },
  };
}

function middleOf(what: string, pages: Judged[]): Row {
  return {
    what: `${what}, the middle of ${pages.length} pages`,
    unit: 'points',
    measured: sampleOf(pages.map(({ score }) => score)),
  };
}

function scoreOf(reports: Report[], category: string): number {
  const scores = reports.map(
    ({ categories }) => (categories[category]?.score ?? 0) * 100,
  );
  return sampleOf(scores).median;
}

/** Its own recording fails now and then, which says nothing of the page. */
async function judge(url: string, tries = 3): Promise<Report> {
  try {
    return await judgeOnce(url);
  } catch (error) {
    if (tries === 1) throw new Error(`Lighthouse could not judge ${url}`);
    console.error(String(error).split('\n', 1)[0]);
    return judge(url, tries - 1);
  }
}

async function judgeOnce(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      'node_modules/lighthouse/cli/index.js',
      url,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      '--ignore-status-code',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    {
      env: { ...process.env, CHROME_PATH: chromePath() },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return JSON.parse(stdout) as Report;
}

function chromePath(): string {
  const found = findBrowser('chromium');
  return found.kind === 'system' ? found.path : chromium.executablePath();
}
