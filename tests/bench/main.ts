import { cpus, platform } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { measureBuilds, measurePrecache } from './measures/build.ts';
import {
  measureInteractions,
  measureSubmits,
} from './measures/interactions.ts';
import { measureLighthouse } from './measures/lighthouse.ts';
import { measureCpu, measureLoads, measureOffline } from './measures/loads.ts';
import { measureRouteChange } from './measures/route-change.ts';
import { measureStability } from './measures/stability.ts';
import { measureWorker } from './measures/worker.ts';
import { freshPhone, visit } from './phone.ts';
import { isGood, type Row, tableOf } from './row.ts';
import { type Bench, names, serveVariants } from './variants.ts';

const measures: Record<string, (bench: Bench) => Promise<Row[]> | Row[]> = {
  loads: measureLoads,
  cpu: measureCpu,
  offline: measureOffline,
  stability: measureStability,
  'route-change': measureRouteChange,
  interactions: measureInteractions,
  submits: measureSubmits,
  worker: measureWorker,
  precache: measurePrecache,
  lighthouse: measureLighthouse,
  builds: measureBuilds,
};

/**
 * `npm run bench`: how fast the site is beside the same pages without scripts
 * and beside the usual choice. `--runs N` of each, 9 unless told; `--json` for
 * machines; `--only loads,offline` measures a part.
 */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '9' },
      only: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const runs = Number(values.runs);
  const only = values.only?.split(',');
  say('Building the three variants.');
  const variants = await serveVariants();
  const browser = await chromium.launch(launchOptions('chromium'));
  const rows: Row[] = [];
  try {
    const bench: Bench = { ...variants, browser, runs, firstLcp: [] };
    await warmUp(bench);
    for (const [name, measure] of Object.entries(measures)) {
      if (only && !only.includes(name)) continue;
      say(`Measuring: ${name}.`);
      const measured = await measure(bench);
      say(tableOf(measured));
      rows.push(...measured);
    }
  } finally {
    await browser.close();
    variants.close();
  }
  const [cpu] = cpus();
  const machine = `${cpus().length} x ${cpu?.model}, ${platform()}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs`;
  console.log(
    values.json
      ? JSON.stringify({ machine, rows }, undefined, 2)
      : `${machine}\n\n${tableOf(rows)}`,
  );
  return rows.every(isGood) ? 0 : 1;
}

/** The server compresses at the first request; that is not measured. */
async function warmUp({ browser, origins }: Bench): Promise<void> {
  for (const name of names) {
    for (const address of ['/', '/waitlist', '/faq']) {
      const phone = await freshPhone(browser);
      await visit(await phone.context.newPage(), origins[name] + address);
      await phone.close();
    }
  }
}

/** Progress; the report is what goes to the standard output. */
function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
