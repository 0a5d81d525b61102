import { execSync } from 'node:child_process';
import { expect, test } from 'vitest';

const count = 57;

/** The part of Playwright's JSON report that this test reads. */
interface Suite {
  suites?: Suite[];
  specs: { title: string; tests: { expectedStatus: string }[] }[];
}

test('each fault that the outbox must survive has a test that is not skipped', () => {
  const browser: Suite = listTests(
    'playwright test --list --reporter=json --project=faults-chromium',
  );
  const outbox: { name: string }[] = listTests(
    'vitest list --json --project=unit tests/outbox',
  );
  const titles = [...titlesOf(browser), ...outbox.map(({ name }) => name)];
  const testedFaults = new Set<number>();
  const ranges = titles.join('\n').matchAll(/\bF(\d+)(?: to F(\d+))?/g);
  for (const [, first = '', last = first] of ranges)
    for (let fault = Number(first); fault <= Number(last); fault += 1)
      testedFaults.add(fault);
  const faults = Array.from({ length: count }, (_, index) => index + 1);
  expect(faults.filter((fault) => !testedFaults.has(fault))).toEqual([]);
});

/** Returns the JSON that a test runner prints. */
function listTests(command: string) {
  const env = { ...process.env, VITEST: undefined };
  return JSON.parse(execSync(`npx ${command}`, { env, encoding: 'utf8' }));
}

/** Returns the titles of tests that are not skipped. */
function titlesOf({ suites = [], specs = [] }: Partial<Suite>): string[] {
  const run = specs.filter(({ tests }) =>
    tests.every(({ expectedStatus }) => expectedStatus !== 'skipped'),
  );
  return [...suites.flatMap(titlesOf), ...run.map(({ title }) => title)];
}
