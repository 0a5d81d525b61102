import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const count = 57;
const engines = ['chromium', 'firefox', 'webkit'] as const;

/** The part of Playwright's JSON report that this test reads. */
interface Suite {
  suites?: Suite[];
  specs: Spec[];
}

interface Spec {
  title: string;
  tags: string[];
  tests: { expectedStatus: string; projectName: string }[];
}

test('tests/README.md says which test proves each fault, and no such test is skipped', () => {
  const outbox: { name: string }[] = listTests(
    'vitest list --json --project=unit tests/outbox',
  );
  const projects = engines.map((engine) => `--project=faults-${engine}`);
  const browser: Suite = listTests(
    `playwright test --list --reporter=json ${projects.join(' ')}`,
  );
  const specs = listSpecs(browser);
  const columns = [
    toColumn('yes', findFaults(outbox.map(({ name }) => name))),
    ...engines.map((engine) => toBrowserColumn(engine, specs)),
  ];

  const faults = Array.from({ length: count }, (_, index) => index + 1);
  const expectedRows = faults.map((fault) => [
    `F${fault}`,
    ...columns.map((column) => column.get(fault) ?? ''),
  ]);
  expect(readRows()).toEqual(expectedRows);
  const unproven = expectedRows.filter((row) => row.slice(1).join('') === '');
  expect(unproven).toEqual([]);
});

/** Returns the number and the cells of each row of the table, without its text. */
function readRows(): string[][] {
  const page = readFileSync('tests/README.md', 'utf8');
  const lines = page.match(/^\| F\d+ \|.*$/gm) ?? [];
  return lines.map((line) => {
    const [, fault = '', , ...cells] = line.split('|').map((c) => c.trim());
    return [fault, ...cells.slice(0, 4)];
  });
}

/** A test in another engine than Chromium runs for each change only with a tag. */
function toBrowserColumn(engine: string, specs: readonly Spec[]) {
  const run = specs.filter(({ tests }) =>
    tests.some(({ projectName }) => projectName === `faults-${engine}`),
  );
  const isForEachChange = ({ tags }: Spec) =>
    engine === 'chromium' || tags.includes('engines');
  const titlesOf = (list: readonly Spec[]) => list.map(({ title }) => title);
  return new Map([
    ...toColumn('nightly', findFaults(titlesOf(run))),
    ...toColumn('yes', findFaults(titlesOf(run.filter(isForEachChange)))),
  ]);
}

function toColumn(cell: string, faults: readonly number[]) {
  return new Map(faults.map((fault) => [fault, cell]));
}

/** Returns the numbers in titles, such as those of "F2, F3:" or "F5 to F19:". */
function findFaults(titles: readonly string[]): number[] {
  const ranges = titles.join('\n').matchAll(/\bF(\d+)(?: to F(\d+))?/g);
  return [...ranges].flatMap(([, first = '', last = first]) => {
    const length = Number(last) - Number(first) + 1;
    return Array.from({ length }, (_, index) => Number(first) + index);
  });
}

/** Returns the JSON that a test runner prints. */
function listTests(command: string) {
  const env = { ...process.env, VITEST: undefined };
  return JSON.parse(execSync(`npx ${command}`, { env, encoding: 'utf8' }));
}

/** Returns the tests that are not skipped. */
function listSpecs({ suites = [], specs = [] }: Partial<Suite>): Spec[] {
  const run = specs.filter(({ tests }) =>
    tests.every(({ expectedStatus }) => expectedStatus !== 'skipped'),
  );
  return [...suites.flatMap(listSpecs), ...run];
}
