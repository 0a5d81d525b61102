import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { equivalents } from './equivalents.ts';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** What Node tests alone must judge. */
const judged = [
  'src/outbox/',
  'src/descriptions/',
  'src/forms/form-state.ts',
  'src/forms/validate.ts',
  'src/sw/find-page.ts',
  'src/firebase/outcome.ts',
];

/**
 * Has Stryker make every small mistake it knows in the files whose names hold
 * the part, and gives those that no test notices and that we do not know.
 */
export async function runStryker(
  part = '',
): Promise<{ made: number; survivors: string[] }> {
  const mutate = judgedFiles().filter((file) => file.includes(part));
  if (mutate.length === 0) return { made: 0, survivors: [] };
  const tempDirName = fs.mkdtempSync(path.join(tmpdir(), 'pear-stryker-'));
  const stryker = new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // Stryker reads it with an API that TypeScript 7 lacks.
    tsconfigFile: 'none.json',
    tempDirName,
    ignorePatterns: ['/dist', '/public', '/.data', '/test-results'],
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, reportTests: false },
  });
  try {
    const results = await stryker.runMutationTest();
    return { made: results.length, survivors: judge(results, part === '') };
  } finally {
    fs.rmSync(tempDirName, { recursive: true, force: true });
  }
}

/** Node 20 has no glob of its own. */
function judgedFiles(): string[] {
  return judged.flatMap((name) => {
    if (!name.endsWith('/')) return [name];
    const files = fs.readdirSync(name).filter((file) => file.endsWith('.ts'));
    return files.map((file) => name + file);
  });
}

function judge(results: readonly MutantResult[], isWhole: boolean): string[] {
  const survivors = results
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(describe);
  const stale = [...equivalents].filter((known) => !survivors.includes(known));
  return [
    ...survivors.filter((found) => !equivalents.has(found)),
    ...(isWhole
      ? stale.map((known) => `equivalents.ts is stale: ${known}`)
      : []),
  ];
}

/** File, mutator and the text it replaces: a line number would not last. */
function describe(mutant: MutantResult): string {
  const { fileName, mutatorName, replacement } = mutant;
  const file = path.relative(process.cwd(), fileName);
  return `${file} ${mutatorName}: ${original(mutant)} -> ${replacement}`;
}

/** Lines and columns count from one. */
function original({ fileName, location }: MutantResult): string {
  const { start, end } = location;
  const lines = fs
    .readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join(' ').replace(/\s+/g, ' ');
}
