import type { Killer, Mutant } from './mutant.ts';
import { outboxMutants } from './outbox-mutants.ts';
import { siteMutants } from './site-mutants.ts';
import { apply, inCopy, run } from './workshop.ts';

/**
 * `npm run mutants [name]`: proves that the suite can fail. Every mutant is a
 * copy of the project with one mistake; the test named with it is green
 * without the mistake and has to go red with it.
 */
export function main([part = '']: string[]): number {
  const mutants = [...outboxMutants, ...siteMutants].filter(({ name }) =>
    name.includes(part),
  );
  checkGreen(mutants.map(({ killer }) => killer));
  const survivors = mutants.filter((mutant) => !isKilled(mutant));
  console.log(
    `${mutants.length} mutants, ${survivors.length} survived${list(survivors)}`,
  );
  return survivors.length > 0 || mutants.length === 0 ? 1 : 0;
}

/** A test that is always red kills everything and proves nothing. */
function checkGreen(killers: readonly Killer[]): void {
  inCopy((folder) => {
    for (const runner of ['vitest', 'playwright']) {
      const part = killers.filter((killer) => killer.runner === runner);
      if (part.length === 0) continue;
      const { isRed, output } = run(folder, part);
      if (isRed) throw new Error(`Red without any mistake:\n${output}`);
    }
  });
  console.log('Without any mistake all these tests are green.\n');
}

function isKilled({ name, wrong, edits, killer }: Mutant): boolean {
  const start = Date.now();
  const { isRed } = inCopy((folder) => {
    for (const edit of edits) apply(folder, edit);
    return run(folder, [killer]);
  });
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const by = isRed ? killer.test : `NOBODY: ${wrong}`;
  console.log(`${name.padEnd(46)} ${seconds.padStart(5)} s  ${by}`);
  return isRed;
}

function list(survivors: readonly Mutant[]): string {
  return survivors.map(({ name }) => `\n  ${name}`).join('');
}
