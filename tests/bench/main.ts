import { cpus, platform } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { launchOptions } from '../support/browsers.ts';
import { startSite } from '../support/site.ts';
import { serveCopies } from './copies.ts';
import { measureAgain, measureFirst, measureThread, warmUp } from './loads.ts';
import { isGood, tableOf } from './row.ts';

/**
 * `npm run bench`: how fast pages load beside the same pages without scripts;
 * `--runs N` of each, 9 unless told.
 */
export async function main(args: string[]): Promise<number> {
  const options = { runs: { type: 'string', default: '9' } } as const;
  const { values } = parseArgs({ args, options });
  const runs = Number(values.runs);
  const site = await startSite();
  const copies = await serveCopies(site.origin);
  const browser = await chromium.launch(launchOptions('chromium'));
  const bench = { site: site.origin, copies, browser, runs };
  const [cpu] = cpus();
  console.log(
    `${cpus().length} x ${cpu?.model}, ${platform()}, Node ${process.version}, Chromium ${browser.version()}, ${runs} runs\n`,
  );
  try {
    await warmUp(bench);
    const rows = [
      ...(await measureFirst(bench)),
      ...(await measureThread(bench)),
      ...(await measureAgain(bench)),
    ];
    console.log(tableOf(rows));
    return rows.every(isGood) ? 0 : 1;
  } finally {
    await browser.close();
    copies.close();
    await site.stop();
  }
}
