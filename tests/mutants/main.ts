import type { Killer, Mutant } from './mutant.ts';
import { outboxMutants } from './outbox-mutants.ts';
import { siteMutants } from './site-mutants.ts';
import { runStryker } from './stryker.ts';
import { apply, inCopy, run } from './workshop.ts';

/**
 * `npm run mutants [name]`: proves that the suite can fail. Stryker makes every
 * small mistake it knows where Node tests judge (a name may be part of a file's).
 * Then come ours: each is a copy of the project with one mistake; the test named
 * with it is green without the mistake and has to go red with it.
 */
export async function main([part = '']: string[]): Promise<number> {
  const mutants = [...outboxMutants, ...siteMutants].filter(({ name }) =>
    name.includes(part),
  );
  if (mutants.length > 0) checkGreen(mutants.map(({ killer }) => killer));
  const { made, survivors } = await runStryker(part);
  for (const mutant of mutants) {
    if (!isKilled(mutant)) survivors.push(mutant.name);
  }
  const total = made + mutants.length;
  console.log(`${total} mutants, ${survivors.length} survived`);
  for (const survivor of survivors) console.log(`  ${survivor}`);
  return survivors.length > 0 || total === 0 ? 1 : 0;
}

/** A test that is always red kills everything and proves nothing. */
function checkGreen(killers: readonly Killer[]): void {
  inCopy((folder) => {
    for (const runner of ['vitest', 'playwright']) {
      const part = killers.filter((killer) => killer.runner === runner);
      if (part.length === 0) continue;
      const { isRed, passed, output } = run(folder, part);
      if (isRed) throw new Error(`Red without any mistake:\n${output}`);
      const named = new Set(part.map(({ test }) => test)).size;
      if (passed < named) throw new Error(`${passed} of ${named} tests exist`);
    }
  });
  console.log('Without any mistake all these tests are green.\n');
}

function isKilled(mutant: Mutant): boolean {
  const { name, wrong, also, killer } = mutant;
  const start = Date.now();
  const { isRed } = inCopy((folder) => {
    apply(folder, mutant);
    if (also) apply(folder, also);
    return run(folder, [killer]);
  });
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const by = isRed ? killer.test : `NOBODY: ${wrong}`;
  console.log(`${name.padEnd(46)} ${seconds.padStart(5)} s  ${by}`);
  return isRed;
}
