import type { Browser } from 'playwright';
import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, visit } from '../phone.ts';
import type { Row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import type { Variants } from '../variants.ts';

/** The second visit, with the server gone. */
export async function measureOffline(
  browser: Browser,
  { origins, cut, restore }: Variants,
  firstLcp: readonly number[],
): Promise<Row[]> {
  const again: number[] = [];
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
  }
  return [
    {
      what: 'LCP of /, second visit, server cut',
      unit: 'ms',
      measured: sampleOf(again),
    },
    {
      what: 'LCP of /, second visit, server cut / first visit',
      most: 0.5,
      unit: 'x',
      measured: ratioOf(again, firstLcp),
    },
  ];
}
