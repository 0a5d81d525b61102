import { afterAll, describe, expect, test } from 'vitest';
import { Records } from '../support/records.ts';
import { send, startEmbedded, storedAt } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import { commitRows } from './table/commits.ts';
import { readRows, recordRows } from './table/records.ts';
import { database, type Row } from './table/row.ts';

const rows = [...recordRows, ...commitRows, ...readRows];

const embedded = await startEmbedded();
describe('the local Firestore', () => {
  const { origin, stop } = embedded;
  afterAll(stop);
  test.for(rows)('responds like Firestore to $name', (row) =>
    check(row, origin),
  );
});

describeEmulator((origin) => {
  test.for(rows)('responds like Firestore to $name', (row) =>
    check(row, origin),
  );

  // The emulator reports on all requests of the tests above.
  test('the requests above cover both outcomes of each condition in the access rules', async () => {
    const path = '/emulator/v1/projects/demo-contract:ruleCoverage';
    const response = await fetch(origin + path);
    const { report } = (await response.json()) as { report: Expression[] };
    const all = flatten(report);
    expect(all.length).toBeGreaterThan(50);
    const untested = all.filter(({ values = [] }) => {
      const defined = values.filter(({ value }) => !('undefined' in value));
      // An expression that is not a condition has no boolValue.
      const results = new Set(defined.map(({ value }) => value.boolValue));
      return (
        results.size === 0 || (!results.has(undefined) && results.size !== 2)
      );
    });
    expect(untested).toEqual([]);
  });
});

/** The emulator's report on an expression of firestore.rules. */
interface Expression {
  sourcePosition: { line: number };
  values?: { value: { undefined?: unknown; boolValue?: boolean } }[];
  children?: Expression[];
}

function flatten(expressions: readonly Expression[]): Expression[] {
  return expressions.flatMap((e) => [e, ...flatten(e.children ?? [])]);
}

async function check({ steps, stored }: Row, origin: string): Promise<void> {
  await new Records(origin, database).clear();
  for (const step of steps) {
    const { status, text } = await send(origin, database, step);
    expect(status, text).toBe(step.status);
    if (step.path === ':commit')
      expect(text).toSatisfy(isFirestoreResponse(status));
  }
  const found = await storedAt(origin, database, JSON.stringify(steps));
  expect(found).toEqual(stored);
}

/** Checks a response as the site does. */
function isFirestoreResponse(status: number) {
  return (text: string) => {
    const { commitTime, error } = JSON.parse(text);
    return status === 200
      ? typeof commitTime === 'string'
      : error?.code === status && typeof error.status === 'string';
  };
}
