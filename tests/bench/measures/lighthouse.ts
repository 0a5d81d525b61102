import { notFound, routes } from '../../../src/routes.ts';
import { type Category, categories, type Judgement, judge } from '../judge.ts';
import { type Row, row } from '../row.ts';
import { sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

/** It takes the machine's moods for the page's: the median counts. */
const rounds = 3;

interface Judged {
  address: string;
  value: number;
}

interface Page {
  address: string;
  ours: Judgement[];
  limit: Judgement[];
}

/**
 * Lighthouse's own judgement, on its own simulated phone, of every page, and
 * turn by turn of the same pages without scripts: no page of ours can be above.
 * It times tasks by the clock, and a task may have to wait for a core: so it
 * is told as well what the page's own work would have blocked.
 */
export async function measureLighthouse({ origins }: Variants): Promise<Row[]> {
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
  const take = (
    whose: 'ours' | 'limit',
    value: (judgement: Judgement) => number,
    of = pages,
  ): Judged[] =>
    of.map((page) => ({
      address: page.address,
      value: sampleOf(page[whose].map(value)).median,
    }));
  const score = (whose: 'ours' | 'limit', category: Category) =>
    take(
      whose,
      ({ scores }) => scores[category],
      // A page that asks not to be found is no fault of its SEO.
      category === 'seo' ? pages.filter(isToBeFound) : pages,
    );
  const blocked = take('ours', (judgement) => judgement.blocked);
  const own = take('ours', (judgement) => judgement.blockedByItself);
  const failures = { median: failed, spread: 0 };
  return [
    row('Lighthouse runs without a judgement', '', failures),
    ...categories.map((category) => ({
      ...leastOf(`Lighthouse ${category}`, score('ours', category)),
      least: 100,
    })),
    leastOf('Lighthouse performance, limit', score('limit', 'performance')),
    leastOf(
      'Lighthouse best-practices, limit',
      score('limit', 'best-practices'),
    ),
    middleOf('Lighthouse performance, ours', score('ours', 'performance')),
    middleOf('Lighthouse performance, limit', score('limit', 'performance')),
    { ...middleOf('Blocked in Lighthouse, ours', blocked), unit: 'ms' },
    { ...mostOf('Blocked in Lighthouse by own work, ours', own), unit: 'ms' },
  ];
}

function isToBeFound({ address }: Page): boolean {
  return address !== notFound.path;
}

function leastOf(what: string, pages: Judged[]): Row {
  const [worst] = pages.toSorted((a, b) => a.value - b.value);
  return worstOf(what, worst);
}

function mostOf(what: string, pages: Judged[]): Row {
  const [worst] = pages.toSorted((a, b) => b.value - a.value);
  return worstOf(what, worst);
}

function worstOf(what: string, worst?: Judged): Row {
  return row(`${what}, the worst page (${worst?.address})`, 'points', {
    median: worst?.value ?? Number.NaN,
    spread: 0,
  });
}

function middleOf(what: string, pages: Judged[]): Row {
  const values = pages.map(({ value }) => value);
  const where = `the middle of ${pages.length} pages`;
  return row(`${what}, ${where}`, 'points', sampleOf(values));
}
