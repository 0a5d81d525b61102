import type { Browser, CDPSession } from 'playwright';
import { workerReady } from '../../support/waitlist.ts';
import {
  freshPhone,
  noDistance,
  readVitals,
  type Vitals,
  visit,
} from '../phone.ts';
import { type Row, ratio, row } from '../row.ts';
import { type Bench, inTurns, type Name, names } from '../variants.ts';

type Loads = Record<Name, Vitals[]>;

/** First visits, each by a phone that has seen nothing, turn by turn. */
export async function measureLoads(bench: Bench): Promise<Row[]> {
  const { browser, origins, runs } = bench;
  const load = async (address: string) => {
    const loads: Loads = { ours: [], limit: [], usual: [] };
    await inTurns(runs, async (name) => {
      const phone = await freshPhone(browser);
      const page = await phone.open();
      loads[name].push(await visit(page, origins[name] + address));
      await phone.close();
    });
    return loads;
  };
  const home = await load('/');
  const waitlist = await load('/waitlist');
  bench.firstLcp = of(home, 'lcp').ours;
  return [
    ...rowsOf('/', home),
    ...blockedRows(home),
    ...rowsOf('/waitlist', waitlist),
  ];
}

function of(loads: Loads, vital: keyof Vitals): Record<Name, number[]> {
  const take = (name: Name) => loads[name].map((vitals) => vitals[vital]);
  return { ours: take('ours'), limit: take('limit'), usual: take('usual') };
}

function rowsOf(address: string, loads: Loads): Row[] {
  const lcp = of(loads, 'lcp');
  const fcp = of(loads, 'fcp');
  const requests = of(loads, 'requestsBeforeLcp');
  const [most, beside] = [1.05, `of ${address}, ours / limit`];
  return [
    ...names.map((name) => row(`LCP of ${address}, ${name}`, 'ms', lcp[name])),
    ratio(`LCP ${beside}`, lcp.ours, lcp.limit, { most }),
    ratio(`LCP of ${address}, ours / usual`, lcp.ours, lcp.usual, {
      most: 0.2,
    }),
    ratio(
      `LCP of ${address}, limit / usual: no page of ours can be below`,
      lcp.limit,
      lcp.usual,
    ),
    ...names.map((name) => row(`FCP of ${address}, ${name}`, 'ms', fcp[name])),
    ratio(`FCP ${beside}`, fcp.ours, fcp.limit, { most }),
    ...names.map((name) => {
      const what = `Requests before the LCP of ${address}, ${name}`;
      return row(what, 'requests', requests[name]);
    }),
  ];
}

function blockedRows(loads: Loads): Row[] {
  const blocked = of(loads, 'blocked');
  const inAll = of(loads, 'blockedInAll');
  const what = 'Blocked from the start of /, ours / usual';
  return [
    row('TBT of /, ours', 'ms', blocked.ours, { most: 100 }),
    row('TBT of /, usual', 'ms', blocked.usual),
    // The usual page paints when its work is done: after that nothing blocks.
    ratio(what, inAll.ours, inAll.usual, { most: 0.5 }),
  ];
}

const firstSeconds = 10_000;

/**
 * What a first visit costs: the processor time that the page's main thread
 * takes in its first ten seconds, at full speed. Unlike the other times it
 * hardly depends on what else this machine does.
 */
export async function measureCpu(bench: Bench): Promise<Row[]> {
  const { browser, origins, runs } = bench;
  const rows: Row[] = [];
  for (const address of ['/', '/waitlist']) {
    const times: Record<Name, number[]> = { ours: [], limit: [], usual: [] };
    // One loads after the other; only what follows overlaps.
    const ends: (() => Promise<void>)[] = [];
    await inTurns(runs, async (name, isLast) => {
      const end = await startVisit(browser, origins[name] + address);
      ends.push(async () => void times[name].push(await end()));
      if (isLast) for (const end of ends.splice(0)) await end();
    });
    const what = `Main thread in the first 10 s of ${address}`;
    rows.push(
      ...names.map((name) => row(`${what}, ${name}`, 'ms', times[name])),
      ratio(`${what}, ours / limit`, times.ours, times.limit, { most: 2.7 }),
      ratio(`${what}, ours / usual`, times.ours, times.usual),
    );
  }
  return rows;
}

/** Resolves when the page is quiet; then gives the time of its first seconds. */
async function startVisit(
  browser: Browser,
  url: string,
): Promise<() => Promise<number>> {
  const phone = await freshPhone(browser);
  const page = await phone.context.newPage();
  const session = await phone.context.newCDPSession(page);
  await session.send('Performance.enable');
  const before = await threadTime(session);
  const over = new Promise((resolve) => setTimeout(resolve, firstSeconds));
  await page.goto(url);
  await readVitals(page);
  return async () => {
    await over;
    const time = (await threadTime(session)) - before;
    await phone.close();
    return time;
  };
}

/** Of the renderer's main thread so far, in milliseconds. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ThreadTime');
  return (found?.value ?? Number.NaN) * 1000;
}

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
