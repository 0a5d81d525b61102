import { afterAll, describe, expect, test } from 'vitest';
import { Records } from '../support/records.ts';
import { readAll, send, startFirestore, testInEmulator } from './backend.ts';
import { commitRows } from './table/commits.ts';
import { readingRows, recordRows } from './table/records.ts';
import {
  commit,
  createId,
  createWrite,
  database,
  type Row,
} from './table/row.ts';

const rows = [...recordRows, ...commitRows, ...readingRows];

const localFirestore = await startFirestore();
afterAll(localFirestore.stop);

/** Matches Firestore's responses. The site ignores all other responses. */
const getExpectedBody = (status: number) =>
  status === 200
    ? { commitTime: expect.any(String) }
    : { error: { code: status, status: expect.any(String) } };

/** Sends the requests of a row to an empty database, and checks the responses. */
async function sendSteps(origin: string, steps: Row['steps']): Promise<void> {
  await new Records(origin, database).clear();
  for (const step of steps) {
    const { status, text } = await send(origin, database, step);
    expect(status, text).toBe(step.status);
    if (step.path === ':commit')
      expect(JSON.parse(text)).toMatchObject(getExpectedBody(status));
  }
}

function addRowTests(origin: string): void {
  test.for(rows)('responds like Firestore to $name', async (row) => {
    await sendSteps(origin, row.steps);
    expect(await readAll(origin, database)).toEqual(row.stored);
  });
}

describe('the local Firestore', () => addRowTests(localFirestore.origin));

// Google's emulator does not count the look-ups of the rules.
test('the local Firestore refuses 21 records in one request', async () => {
  const { origin } = localFirestore;
  const paths = Array.from({ length: 21 }, (_, n) => `careers/${createId(n)}`);
  const writes = paths.map((path) => createWrite(path));

  await sendSteps(origin, [commit(403, ...writes)]);
  expect(await readAll(origin, database)).toEqual({});
});

testInEmulator((origin) => {
  addRowTests(origin);

  test('each condition of the access rules is met by one row and violated by another', async () => {
    // The emulator's report covers all requests to the project until now.
    for (const { steps } of rows) await sendSteps(origin, steps);

    const path = '/emulator/v1/projects/demo-contract:ruleCoverage';
    const response = await fetch(origin + path);
    const { report } = (await response.json()) as { report: RuleExpression[] };
    const expressions = flatten(report);
    expect(expressions.length).toBeGreaterThan(50);

    const untestedConditions = expressions.filter(({ values = [] }) => {
      const definedValues = values.filter(
        ({ value }) => !('undefined' in value),
      );
      const results = new Set(
        definedValues.map(({ value }) => value.boolValue),
      );
      // An expression that is not a condition has no boolValue.
      const isCondition = !results.has(undefined);
      const hasBothResults = results.size === 2;
      return isCondition && !hasBothResults;
    });
    expect(untestedConditions).toEqual([]);
  });
});

/** The emulator's report on an expression of firestore.rules. */
interface RuleExpression {
  values?: { value: { undefined?: unknown; boolValue?: boolean } }[];
  children?: RuleExpression[];
}

function flatten(expressions: readonly RuleExpression[]): RuleExpression[] {
  return expressions.flatMap((expression) => [
    expression,
    ...flatten(expression.children ?? []),
  ]);
}
