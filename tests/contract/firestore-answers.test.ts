import { afterAll, describe, expect, test } from 'vitest';
import { Records } from '../support/records.ts';
import { readAll, send, startFirestore, testInEmulator } from './backend.ts';
import { commitRows } from './table/commits.ts';
import { readingRows, recordRows } from './table/records.ts';
import { commit, createId, createWrite, database } from './table/row.ts';

const rows = [...recordRows, ...commitRows, ...readingRows];

/** Matches Firestore's responses. The site ignores all other responses. */
const getExpectedBody = (status: number) =>
  status === 200
    ? { commitTime: expect.any(String) }
    : { error: { code: status, status: expect.any(String) } };

function addRowTests(origin: string): void {
  test.for(rows)('responds like Firestore to $name', async (row) => {
    await new Records(origin, database).clear();
    for (const step of row.steps) {
      const { status, text } = await send(origin, database, step);
      expect(status, text).toBe(step.status);
      if (step.path === ':commit')
        expect(JSON.parse(text)).toMatchObject(getExpectedBody(status));
    }
    expect(await readAll(origin, database)).toEqual(row.stored);
  });
}

const { origin, stop } = await startFirestore();
afterAll(stop);
describe('the local Firestore', () => addRowTests(origin));

// Google's emulator does not count the look-ups of the rules.
test('the local Firestore refuses 21 records in one request', async () => {
  await new Records(origin, database).clear();
  const writes = Array.from({ length: 21 }, (_, n) =>
    createWrite(`careers/${createId(n)}`),
  );
  const { status } = await send(origin, database, commit(403, ...writes));
  expect(status).toBe(403);
  expect(await readAll(origin, database)).toEqual({});
});

testInEmulator((origin) => {
  addRowTests(origin);

  // The emulator's report covers all requests that the tests above have sent.
  test('each condition of the access rules is met by one test and violated by another', async () => {
    const path = '/emulator/v1/projects/demo-contract:ruleCoverage';
    const response = await fetch(origin + path);
    const { report } = (await response.json()) as { report: RuleExpression[] };
    const all = flatten(report);
    expect(all.length).toBeGreaterThan(50);

    const untestedExpressions = all.filter(({ values = [] }) => {
      const defined = values.filter(({ value }) => !('undefined' in value));
      // An expression that is not a condition has no boolValue.
      const results = new Set(defined.map(({ value }) => value.boolValue));
      return (
        results.size === 0 || (!results.has(undefined) && results.size !== 2)
      );
    });
    expect(untestedExpressions).toEqual([]);
  });
});

/** The emulator's report on an expression of firestore.rules. */
interface RuleExpression {
  values?: { value: { undefined?: unknown; boolValue?: boolean } }[];
  children?: RuleExpression[];
}

function flatten(expressions: readonly RuleExpression[]): RuleExpression[] {
  return expressions.flatMap((e) => [e, ...flatten(e.children ?? [])]);
}
