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

/**
 * Lighthouse's own judgement, on its own simulated phone: the worst page. It
 * takes the machine's moods for the page's: what is short of all points is
 * judged three times, and the median counts.
 */
export async function measureLighthouse({ origins }: Variants): Promise<Row[]> {
  const worst = new Map<string, { score: number; address: string }>();
  for (const { path: address } of [...routes, notFound]) {
    const reports = [await judge(origins.ours + address)];
    const asked = categories.filter(
      // A page that asks not to be found is no fault of its SEO.
      (category) => address !== notFound.path || category !== 'seo',
    );
    if (asked.some((category) => scoreOf(reports[0], category) < 100)) {
      reports.push(await judge(origins.ours + address));
      reports.push(await judge(origins.ours + address));
    }
    for (const category of asked) {
      const scores = reports.map((report) => scoreOf(report, category));
      const score = sampleOf(scores).median;
      const known = worst.get(category);
      if (!known || score < known.score)
        worst.set(category, { score, address });
    }
  }
  return [...worst].map(([category, { score, address }]) => ({
    what: `Lighthouse ${category}, the worst page (${address})`,
    least: 100,
    unit: 'points',
    measured: { median: score, spread: 0 },
  }));
}

function scoreOf(report: Report | undefined, category: string): number {
  return (report?.categories[category]?.score ?? 0) * 100;
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
