import type { Browser } from 'playwright';
import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, noDistance, visit } from '../phone.ts';
import { type Row, row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

/**
 * The second visit, with the server gone; and what no visit can be below: the
 * page without scripts, from a server at hand and no worker to be started.
 */
export async function measureOffline(
  browser: Browser,
  { origins, cut, restore }: Variants,
  firstLcp: readonly number[],
): Promise<Row[]> {
  const again: number[] = [];
  const floors: number[] = [];
  for (const _first of firstLcp) {
    const phone = await freshPhone(browser);
    // The worker is to be here; how fast it came is not the question.
    const first = await phone.context.newPage();
    await first.goto(origins.ours);
    await workerReady(first);
    await first.close();
    cut('ours');
    const { lcp } = await visit(await phone.open(), origins.ours);
    again.push(lcp);
    await restore('ours');
    await phone.close();
    const other = await freshPhone(browser);
    const bare = await other.open(noDistance);
    floors.push((await visit(bare, origins.limit)).lcp);
    await other.close();
  }
  return [
    row('LCP of /, second visit, server cut', 'ms', sampleOf(again)),
    row(
      'LCP of /, second visit, server cut / first visit',
      'x',
      ratioOf(again, firstLcp),
      { most: 0.5 },
    ),
    row('LCP of /, limit, nothing to wait for', 'ms', sampleOf(floors)),
    row(
      'LCP of /, limit, nothing to wait for / first visit',
      'x',
      ratioOf(floors, firstLcp),
    ),
  ];
}
