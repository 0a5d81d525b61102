import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { notFound, routes } from '../../../src/routes.ts';
import { findBrowser } from '../../support/browsers.ts';
import type { Row } from '../row.ts';
import type { Variants } from '../variants.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

interface Report {
  categories: Record<string, { score: number | null }>;
}

/** Lighthouse's own judgement, on its own simulated phone: the worst page. */
export async function measureLighthouse({ origins }: Variants): Promise<Row[]> {
  const worst = new Map<string, { score: number; address: string }>();
  for (const { path: address } of [...routes, notFound]) {
    const report = await judge(origins.ours + address);
    for (const category of categories) {
      // A page that asks not to be found is no fault of its SEO.
      if (address === notFound.path && category === 'seo') continue;
      const score = (report.categories[category]?.score ?? 0) * 100;
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

async function judge(url: string): Promise<Report> {
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
