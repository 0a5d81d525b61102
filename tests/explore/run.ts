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
      shrinks: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '600' },
    },
  });
  const [steps, shrinks] = [Number(values.steps), Number(values.shrinks)];
  const [first, runs] = [Number(values.seed), Number(values.runs)];
  const engine = values.engine as Engine;
  const site = await startSite();
  const driver = await startDriver[engine]();
  const records = new Records(site.origin);
  const environment = { driver, records, site: site.origin };
  console.log(`From --seed ${first}`);
  const end = Date.now() + Number(values.minutes) * 60_000;
  let taken = 0;
  let count = 0;
  const failed: number[] = [];
  for (; count < runs && Date.now() < end; count += 1) {
    const seed = first + count;
    const found = await explore(environment, { seed, steps, shrinks });
    taken += found.taken;
    process.stdout.write(found.failure ? '\n' : '.');
    if (!found.failure) continue;
    failed.push(seed);
    console.log(`--runs 1 --seed ${seed} --engine ${engine}:`);
    console.log(`${found.failure}\n`);
  }
  await driver.close();
  await site.stop();
  console.log(
    `\n${count} sessions from --seed ${first} in ${engine}, ${taken} steps, ${failed.length} failed ${failed.join(' ')}`,
  );
  return failed.length > 0 ? 1 : 0;
}
