import type { Browser, CDPSession } from 'playwright';
import { workerReady } from '../support/waitlist.ts';
import { type Copies, type Name, names, serveCopy } from './copies.ts';
import { freshPhone, readVitals, type Vitals, visit } from './phone.ts';
import { type Row, ratio, row } from './row.ts';

export interface Bench {
  /** The origin of the site whose Firestore all of them share. */
  site: string;
  copies: Copies;
  browser: Browser;
  runs: number;
}

/** The server compresses at the first request; that is not measured. */
export async function warmUp({ copies, browser }: Bench): Promise<void> {
  for (const name of names) {
    for (const address of ['/', '/waitlist'])
      await firstVisit(browser, copies.origins[name] + address);
  }
}

/** First visits, each by a phone that has seen nothing, turn by turn. */
export async function measureFirst(bench: Bench): Promise<Row[]> {
  const { copies, browser, runs } = bench;
  const rows: Row[] = [];
  for (const address of ['/', '/waitlist']) {
    const loads: Record<Name, Vitals[]> = { ours: [], limit: [] };
    await inTurns(runs, async (name) => {
      const url = copies.origins[name] + address;
      loads[name].push(await firstVisit(browser, url));
    });
    const of = (name: Name, vital: keyof Vitals) =>
      loads[name].map((vitals) => vitals[vital]);
    for (const vital of ['lcp', 'fcp'] as const) {
      const [ours, limit] = [of('ours', vital), of('limit', vital)];
      const what = `${vital.toUpperCase()} of ${address}`;
      rows.push(
        row(`${what}, ours`, 'ms', ours),
        row(`${what}, limit`, 'ms', limit),
        ratio(`${what}, ours / limit`, ours, limit, { most: 1.05 }),
      );
    }
    const requests = of('ours', 'requestsBeforeLcp');
    rows.push(
      row(`Requests before the LCP of ${address}`, 'requests', requests),
      row(`TBT of ${address}`, 'ms', of('ours', 'blocked'), { most: 100 }),
    );
  }
  return rows;
}

async function firstVisit(browser: Browser, url: string): Promise<Vitals> {
  const phone = await freshPhone(browser);
  const vitals = await visit(await phone.open(), url);
  await phone.close();
  return vitals;
}

const firstSeconds = 10_000;

/**
 * What a first visit costs: the processor time that the page's main thread
 * takes in its first ten seconds, at full speed. Unlike the other times it
 * hardly depends on what else this machine does.
 */
export async function measureThread(bench: Bench): Promise<Row[]> {
  const { copies, browser, runs } = bench;
  const rows: Row[] = [];
  for (const address of ['/', '/waitlist']) {
    const times: Record<Name, number[]> = { ours: [], limit: [] };
    await inTurns(runs, async (name) => {
      const url = copies.origins[name] + address;
      times[name].push(await timeOfThread(browser, url));
    });
    const what = `Main thread in the first 10 s of ${address}`;
    rows.push(
      ...names.map((name) => row(`${what}, ${name}`, 'ms', times[name])),
      ratio(`${what}, ours / limit`, times.ours, times.limit, { most: 2.7 }),
    );
  }
  return rows;
}

async function timeOfThread(browser: Browser, url: string): Promise<number> {
  const phone = await freshPhone(browser);
  const page = await phone.context.newPage();
  const session = await phone.context.newCDPSession(page);
  await session.send('Performance.enable');
  const before = await threadTime(session);
  const over = new Promise((resolve) => setTimeout(resolve, firstSeconds));
  await page.goto(url);
  await readVitals(page);
  await over;
  const time = (await threadTime(session)) - before;
  await phone.close();
  return time;
}

/** Of the renderer's main thread so far, in milliseconds. */
async function threadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const found = metrics.find(({ name }) => name === 'ThreadTime');
  return (found?.value ?? Number.NaN) * 1000;
}

/** The second visit to /, with the server gone. */
export async function measureAgain(bench: Bench): Promise<Row[]> {
  const { site, browser, runs } = bench;
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const served = await serveCopy(site);
    const phone = await freshPhone(browser);
    // The worker is to be here; how fast it came is not the question.
    const first = await phone.context.newPage();
    await first.goto(served.origin);
    await workerReady(first);
    await first.close();
    served.close();
    times.push((await visit(await phone.open(), served.origin)).lcp);
    await phone.close();
  }
  return [row('LCP of /, second visit, server gone', 'ms', times)];
}

/** Each so many times; each turn begins with the other. */
async function inTurns(
  runs: number,
  work: (name: Name) => Promise<void>,
): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    const turn = run % 2 === 0 ? names : names.toReversed();
    for (const name of turn) await work(name);
  }
}
