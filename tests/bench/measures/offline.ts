import { workerReady } from '../../support/waitlist.ts';
import { freshPhone, noDistance, visit } from '../phone.ts';
import { type Row, ratio, row } from '../row.ts';
import type { Bench } from '../variants.ts';

/**
 * The second visit, with the server gone; and what no visit can be below: the
 * page without scripts, from a server at hand and no worker to be started.
 */
export async function measureOffline(bench: Bench): Promise<Row[]> {
  const { browser, origins, cut, restore, firstLcp } = bench;
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
    again.push((await visit(await phone.open(), origins.ours)).lcp);
    await restore('ours');
    await phone.close();
    const other = await freshPhone(browser);
    const bare = await other.open(noDistance);
    floors.push((await visit(bare, origins.limit)).lcp);
    await other.close();
  }
  const what = 'LCP of /, second visit, server cut';
  const floor = 'LCP of /, limit, nothing to wait for';
  return [
    row(what, 'ms', again),
    ratio(`${what} / first visit`, again, firstLcp, { most: 0.5 }),
    row(floor, 'ms', floors),
    ratio(`${floor} / first visit`, floors, firstLcp),
  ];
}
