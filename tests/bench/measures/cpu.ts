import type { Browser, CDPSession } from 'playwright';
import { freshPhone, readVitals } from '../phone.ts';
import type { Row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import { type Name, names, type Variants } from '../variants.ts';

const firstSeconds = 10_000;

/**
 * What a first visit costs: the processor time that the page's main thread
 * takes in its first ten seconds, at full speed. Unlike the other times it
 * hardly depends on what else this machine does.
 */
export async function measureCpu(
  browser: Browser,
  { origins }: Pick<Variants, 'origins'>,
  runs: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const address of ['/', '/waitlist']) {
    const times: Record<Name, number[]> = { ours: [], limit: [], usual: [] };
    for (let run = 0; run < runs; run += 1) {
      // One loads after the other; only what follows overlaps.
      const ends: (() => Promise<void>)[] = [];
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(run + turn) % names.length] as Name;
        const end = await startVisit(browser, origins[name] + address);
        ends.push(async () => void times[name].push(await end()));
      }
      for (const end of ends) await end();
    }
    rows.push(...rowsOf(address, times));
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

function rowsOf(address: string, times: Record<Name, number[]>): Row[] {
  const what = `Main thread in the first 10 s of ${address}`;
  return [
    ...names.map(
      (name): Row => ({
        what: `${what}, ${name}`,
        unit: 'ms',
        measured: sampleOf(times[name]),
      }),
    ),
    {
      what: `${what}, ours / limit`,
      most: 2.7,
      unit: 'x',
      measured: ratioOf(times.ours, times.limit),
    },
    {
      what: `${what}, ours / usual`,
      unit: 'x',
      measured: ratioOf(times.ours, times.usual),
    },
  ];
}
