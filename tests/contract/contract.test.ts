import { afterAll, describe, expect, test } from 'vitest';
import { Records } from '../support/records.ts';
import { send, startEmbedded, storedAt } from './backend.ts';
import { describeEmulator } from './describe-emulator.ts';
import { commitRows } from './table/commits.ts';
import { readRows, recordRows } from './table/records.ts';
import { database, type Row } from './table/row.ts';

const rows = [...recordRows, ...commitRows, ...readRows];

const embedded = await startEmbedded();
describe('the embedded Firestore', () => {
  const { origin, stop } = embedded;
  afterAll(stop);
  test.for(rows)('$name', (row) => check(row, origin));
});

describeEmulator((origin) => {
  test.for(rows)('$name', (row) => check(row, origin));

  // Of all that the tests above have asked: by itself it has nothing to find.
  test('the table exercises every rule, both ways', async () => {
    const path = '/emulator/v1/projects/demo-contract:ruleCoverage';
    const answer = await fetch(origin + path);
    const { report } = (await answer.json()) as { report: Expression[] };
    const all = flatten(report);
    expect(all.length).toBeGreaterThan(50);
    const untried = all.filter(({ values = [] }) => {
      const known = values.filter(({ value }) => !('undefined' in value));
      // Undefined stands for whatever is no condition.
      const seen = new Set(known.map(({ value }) => value.boolValue));
      return seen.size === 0 || (!seen.has(undefined) && seen.size !== 2);
    });
    expect(untried).toEqual([]);
  });
});

/** What the emulator tells of an expression of firestore.rules. */
interface Expression {
  sourcePosition: { line: number };
  values?: { value: { undefined?: unknown; boolValue?: boolean } }[];
  children?: Expression[];
}

function flatten(expressions: readonly Expression[]): Expression[] {
  return expressions.flatMap((one) => [one, ...flatten(one.children ?? [])]);
}

async function check({ steps, stored }: Row, origin: string): Promise<void> {
  await new Records(origin, database).clear();
  for (const step of steps) {
    const { status, text } = await send(origin, database, step);
    expect(status, text).toBe(step.status);
    if (step.path === ':commit') expect(text).toSatisfy(isAnswer(status));
  }
  const found = await storedAt(origin, database, JSON.stringify(steps));
  expect(found).toEqual(stored);
}

/** What the site takes for an answer of Firestore's. */
function isAnswer(status: number) {
  return (text: string) => {
    const { commitTime, error } = JSON.parse(text);
    return status === 200
      ? typeof commitTime === 'string'
      : error?.code === status && typeof error.status === 'string';
  };
}
