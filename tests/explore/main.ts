import { parseArgs } from 'node:util';
import type { Engine } from '../support/browsers.ts';
import { startDriver } from '../support/engines/drivers.ts';
import { Records } from '../support/records.ts';
import { startSite } from '../support/site.ts';
import { explore } from './explore.ts';

/**
 * `npm run explore`: visitors at random, from a seed, in a real browser; where
 * something is wrong, the shortest way there.
 */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
      steps: { type: 'string', default: '40' },
      engine: { type: 'string', default: 'chromium' },
      parallel: { type: 'string', default: '1' },
      shrinks: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '600' },
    },
  });
  const { engine } = values;
  const runs = Number(values.runs);
  const steps = Number(values.steps);
  const first = Number(values.seed);
  const shrinks = Number(values.shrinks);
  const end = Date.now() + Number(values.minutes) * 60_000;
  let next = 0;
  let taken = 0;
  const failed: number[] = [];

  async function lane(): Promise<void> {
    const site = await startSite();
    const driver = await startDriver[engine as Engine]();
    const records = new Records(site.origin);
    const ground = { driver, records, site: site.origin };
    while (next < runs && Date.now() < end) {
      const seed = first + next;
      next += 1;
      const found = await explore(ground, { seed, steps, shrinks });
      taken += found.steps;
      process.stdout.write(found.failure ? '\n' : '.');
      if (!found.failure) continue;
      failed.push(seed);
      console.log(`--runs 1 --seed ${seed} --engine ${engine}:`);
      console.log(`${found.failure}\n`);
    }
    await driver.close();
    await site.stop();
  }

  await Promise.all(Array.from({ length: Number(values.parallel) }, lane));
  console.log(
    `\n${next} walks from --seed ${first} in ${engine}, ${taken} steps, ${failed.length} failed ${failed.join(' ')}`,
  );
  return failed.length > 0 ? 1 : 0;
}
