import type { Browser } from 'playwright';
import { freshPhone, type Vitals, visit } from '../phone.ts';
import { type Row, row } from '../row.ts';
import { ratioOf, sampleOf } from '../statistics.ts';
import { type Name, names, type Variants } from '../variants.ts';

type Loads = Record<Name, Vitals[]>;

/** First visits, each by a phone that has seen nothing, turn by turn. */
export async function measureLoads(
  browser: Browser,
  { origins }: Variants,
  runs: number,
): Promise<{ rows: Row[]; firstLcp: number[] }> {
  const rows: Row[] = [];
  let firstLcp: number[] = [];
  for (const address of ['/', '/waitlist']) {
    const loads: Loads = { ours: [], limit: [], usual: [] };
    for (let run = 0; run < runs; run += 1) {
      // Each turn begins with another one, so that nobody is always first.
      for (let turn = 0; turn < names.length; turn += 1) {
        const name = names[(run + turn) % names.length] as Name;
        const phone = await freshPhone(browser);
        const page = await phone.open();
        loads[name].push(await visit(page, origins[name] + address));
        await phone.close();
      }
    }
    rows.push(...rowsOf(address, loads));
    if (address === '/') {
      rows.push(...blockedRows(loads));
      firstLcp = loads.ours.map(({ lcp }) => lcp);
    }
  }
  return { rows, firstLcp };
}

function rowsOf(address: string, loads: Loads): Row[] {
  const told = (['lcp', 'fcp'] as const).flatMap((vital) => {
    const all = (name: Name) => loads[name].map((vitals) => vitals[vital]);
    const what = `${vital.toUpperCase()} of ${address}`;
    const rows: Row[] = names.map((name) =>
      row(`${what}, ${name}`, 'ms', sampleOf(all(name))),
    );
    rows.push(
      row(`${what}, ours / limit`, 'x', ratioOf(all('ours'), all('limit')), {
        most: 1.05,
      }),
    );
    if (vital === 'fcp') return rows;
    rows.push(
      row(`${what}, ours / usual`, 'x', ratioOf(all('ours'), all('usual')), {
        most: 0.2,
      }),
    );
    rows.push(
      row(
        `${what}, limit / usual: no page of ours can be below`,
        'x',
        ratioOf(all('limit'), all('usual')),
      ),
    );
    return rows;
  });
  const requests: Row[] = names.map((name) =>
    row(
      `Requests before the LCP of ${address}, ${name}`,
      'requests',
      sampleOf(loads[name].map((v) => v.requestsBeforeLcp)),
    ),
  );
  return [...told, ...requests];
}

function blockedRows(loads: Loads): Row[] {
  const all = (name: Name) => loads[name].map(({ blocked }) => blocked);
  const inAll = (name: Name) =>
    loads[name].map(({ blockedInAll }) => blockedInAll);
  return [
    row('TBT of /, ours', 'ms', sampleOf(all('ours')), { most: 100 }),
    row('TBT of /, usual', 'ms', sampleOf(all('usual'))),
    // The usual page paints when its work is done: after that nothing blocks.
    row(
      'Blocked from the start of /, ours / usual',
      'x',
      ratioOf(inAll('ours'), inAll('usual')),
      { most: 0.5 },
    ),
  ];
}
