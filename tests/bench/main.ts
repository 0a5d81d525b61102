import { cpus, platform } from 'node:os';
import { type Browser, chromium } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { measureBuilds, measurePrecache } from './measures/build.ts';
import { measureInteractions } from './measures/interactions.ts';
import { measureLighthouse } from './measures/lighthouse.ts';
import { measureCpu, measureLoads } from './measures/loads.ts';
import { measureOffline } from './measures/offline.ts';
import { measureRouteChange } from './measures/route-change.ts';
import { measureStability } from './measures/stability.ts';
import { measureSubmits } from './measures/submits.ts';
import { measureWorker } from './measures/worker.ts';
import { freshPhone, visit } from './phone.ts';
import { isGood, type Row, tableOf } from './row.ts';
import { names, serveVariants, type Variants } from './variants.ts';

/**
 * `npm run bench`: how fast the site is beside the same pages without scripts
 * and beside the usual choice. `--runs N` of each, 9 unless told; `--json` for
 * machines; `--only loads,offline` measures a part.
 */
export async function main(args: string[]): Promise<number> {
  const runs = Number(after(args, '--runs') ?? 9);
  const only = after(args, '--only')?.split(',');
  say('Building the three variants.');
  const variants = await serveVariants();
  const browser = await chromium.launch(launchOptions('chromium'));
  const rows: Row[] = [];
  try {
    await warmUp(browser, variants);
    let firstLcp: number[] = [];
    const parts: Record<string, () => Promise<Row[]> | Row[]> = {
      loads: async () => {
        const loads = await measureLoads(browser, variants, runs);
        firstLcp = loads.firstLcp;
        return loads.rows;
      },
      cpu: () => measureCpu(browser, variants, runs),
      offline: () => measureOffline(browser, variants, firstLcp),
      stability: () => measureStability(browser, variants),
      'route-change': () => measureRouteChange(browser, variants, runs),
      interactions: () => measureInteractions(browser, variants, runs),
      submits: () => measureSubmits(browser, variants, runs),
      worker: () => measureWorker(browser, variants, runs),
      precache: () => measurePrecache(variants),
      lighthouse: () => measureLighthouse(variants),
      builds: () => measureBuilds(Math.min(runs, 5)),
    };
    for (const [name, measure] of Object.entries(parts)) {
      if (only && !only.includes(name)) continue;
      say(`Measuring: ${name}.`);
      const measured = await measure();
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
    args.includes('--json')
      ? JSON.stringify({ machine, rows }, undefined, 2)
      : `${machine}\n\n${tableOf(rows)}`,
  );
  return rows.every(isGood) ? 0 : 1;
}

/** The server compresses at the first request; that is not measured. */
async function warmUp(browser: Browser, { origins }: Variants): Promise<void> {
  for (const name of names) {
    for (const address of ['/', '/waitlist', '/faq']) {
      const phone = await freshPhone(browser);
      await visit(await phone.context.newPage(), origins[name] + address);
      await phone.close();
    }
  }
}

function after(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

/** Progress; the report is what goes to the standard output. */
function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
