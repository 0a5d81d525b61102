import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const count = 57;

/** The part of Playwright's JSON report that this test reads. */
interface Suite {
  suites?: Suite[];
  specs: { title: string; tests: { expectedStatus: string }[] }[];
}

test('each fault of the outbox has a test that is not skipped', () => {
  const browser = listTests<Suite>('playwright/cli.js', [
    ...['test', '--list', '--reporter=json', '--project=faults-chromium'],
  ]);
  const outbox = listTests<{ name: string }[]>('vitest/vitest.mjs', [
    ...['list', '--json', '--project=unit', 'tests/outbox'],
  ]);
  const titles = [...titlesOf(browser), ...outbox.map(({ name }) => name)];
  const tested = new Set<number>();
  const ranges = titles.join('\n').matchAll(/\bF(\d+)(?: to F(\d+))?/g);
  for (const [, first = '', last = first] of ranges)
    for (let fault = Number(first); fault <= Number(last); fault += 1)
      tested.add(fault);
  const faults = Array.from({ length: count }, (_, index) => index + 1);
  expect(faults.filter((fault) => !tested.has(fault))).toEqual([]);
});

/** Returns the JSON that a test runner prints. */
function listTests<T>(program: string, args: readonly string[]): T {
  const env = { ...process.env, VITEST: undefined };
  const command = [`node_modules/${program}`, ...args];
  const options = { env, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, command, options));
}

/** Returns the titles of tests that are not skipped. */
function titlesOf({ suites = [], specs = [] }: Partial<Suite>): string[] {
  const run = specs.filter(({ tests }) =>
    tests.every(({ expectedStatus }) => expectedStatus !== 'skipped'),
  );
  return [...suites.flatMap(titlesOf), ...run.map(({ title }) => title)];
}
