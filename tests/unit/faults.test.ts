import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const count = 57;

/** As much of Playwright's list as this test reads. */
interface Suite {
  suites?: Suite[];
  specs: { title: string; tests: { expectedStatus: string }[] }[];
}

test('each fault of the outbox has a test that runs', () => {
  const browser = list<Suite>('playwright/cli.js', [
    ...['test', '--list', '--reporter=json', '--project=faults-chromium'],
  ]);
  const outbox = list<{ name: string }[]>('vitest/vitest.mjs', [
    ...['list', '--json', '--project=unit', 'tests/outbox'],
  ]);
  const titles = [...titlesOf(browser), ...outbox.map(({ name }) => name)];
  const named = new Set<number>();
  for (const [, from = '', to = from] of titles
    .join('\n')
    .matchAll(/\bF(\d+)(?: to F(\d+))?/g)) {
    for (let one = Number(from); one <= Number(to); one += 1) named.add(one);
  }
  const all = Array.from({ length: count }, (_, index) => index + 1);
  expect(all.filter((one) => !named.has(one))).toEqual([]);
});

/** What a test runner prints as JSON. */
function list<T>(program: string, args: readonly string[]): T {
  const env = { ...process.env, VITEST: undefined };
  const command = [`node_modules/${program}`, ...args];
  const options = { env, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, command, options));
}

/** The titles of tests that are not skipped. */
function titlesOf({ suites = [], specs = [] }: Partial<Suite>): string[] {
  const run = specs.filter(({ tests }) =>
    tests.every(({ expectedStatus }) => expectedStatus !== 'skipped'),
  );
  return [...suites.flatMap(titlesOf), ...run.map(({ title }) => title)];
}
