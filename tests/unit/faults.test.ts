import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const faultCount = 57;

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

/** The faults that the titles of some tests name. */
interface ProvenFaults {
  /** Those of the tests that run for each change. */
  always: Set<number>;
  nightly: Set<number>;
}

test('tests/README.md says which test proves each fault, and no such test is skipped', () => {
  const specs = listBrowserSpecs().filter((spec) => !isSkipped(spec));
  const columns: ProvenFaults[] = [
    { always: findFaults(listOutboxTitles()), nightly: new Set() },
    findBrowserFaults('chromium', specs),
    findBrowserFaults('firefox', specs),
    findBrowserFaults('webkit', specs),
  ];

  const faults = Array.from({ length: faultCount }, (_, index) => index + 1);
  const provenRows = faults.map((fault) => ({
    fault: `F${fault}`,
    cells: columns.map((column) => describeProof(column, fault)),
  }));
  expect(readDocumentedRows()).toEqual(provenRows);

  const unprovenRows = provenRows.filter(({ cells }) =>
    cells.every((cell) => cell === ''),
  );
  expect(unprovenRows).toEqual([]);
});

/** Returns what the table says of a fault in one of its columns. */
function describeProof({ always, nightly }: ProvenFaults, fault: number) {
  if (always.has(fault)) return 'yes';
  return nightly.has(fault) ? 'nightly' : '';
}

/** Reads the table of faults, without its description of each fault. */
function readDocumentedRows() {
  const lines = readFileSync('tests/README.md', 'utf8').split('\n');
  const rows = lines.filter((line) => /^\| F\d/.test(line));

  return rows.map((row) => {
    const columns = row.split('|').map((cell) => cell.trim());
    const [, fault, _description, node, chromium, firefox, webkit] = columns;
    return { fault, cells: [node, chromium, firefox, webkit] };
  });
}

/** A test in another engine than Chromium runs for each change only with a tag. */
function findBrowserFaults(
  engine: string,
  allSpecs: readonly Spec[],
): ProvenFaults {
  const specs = allSpecs.filter(({ tests }) =>
    tests.some(({ projectName }) => projectName === `faults-${engine}`),
  );
  const specsForEachChange = specs.filter(
    ({ tags }) => engine === 'chromium' || tags.includes('engines'),
  );

  return {
    always: findFaults(specsForEachChange.map(({ title }) => title)),
    nightly: findFaults(specs.map(({ title }) => title)),
  };
}

/** Returns the numbers in titles, such as those of "F2, F3:" or "F5 to F19:". */
function findFaults(titles: readonly string[]): Set<number> {
  const ranges = titles.join('\n').matchAll(/\bF(\d+)(?: to F(\d+))?/g);

  const faults = new Set<number>();
  for (const [, first, last = first] of ranges) {
    for (let fault = Number(first); fault <= Number(last); fault += 1)
      faults.add(fault);
  }
  return faults;
}

function listOutboxTitles(): string[] {
  const tests: { name: string }[] = readList(
    'vitest list --json --project=unit tests/outbox',
  );
  return tests.map(({ name }) => name);
}

function listBrowserSpecs(): Spec[] {
  const projects =
    '--project=faults-chromium --project=faults-firefox --project=faults-webkit';
  const report: Suite = readList(
    `playwright test --list --reporter=json ${projects}`,
  );
  return flattenSpecs(report);
}

/** Returns the JSON that a test runner prints. */
function readList(command: string) {
  const env = { ...process.env, VITEST: undefined };
  return JSON.parse(execSync(`npx ${command}`, { env, encoding: 'utf8' }));
}

function flattenSpecs({ suites = [], specs = [] }: Partial<Suite>): Spec[] {
  return [...suites.flatMap(flattenSpecs), ...specs];
}

function isSkipped({ tests }: Spec): boolean {
  return tests.some(({ expectedStatus }) => expectedStatus === 'skipped');
}
