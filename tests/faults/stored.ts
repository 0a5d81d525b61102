import { expect } from 'playwright/test';
import type { Network } from '../support/network.ts';
import {
  type CollectionName,
  collectionNames,
  type Records,
} from '../support/records.ts';
import { emailOf, recordsFor, type Submitted } from './submissions.ts';

/** Waits until the records are those of the submissions, each exactly once. */
export async function expectExactlyStored(
  records: Records,
  network: Network,
  submitted: readonly Submitted[],
): Promise<void> {
  for (const collection of collectionNames) {
    await expect
      .poll(() => fieldsIn(records, collection), { intervals: [50, 100, 200] })
      .toEqual(expectedIn(collection, submitted));
  }
  const storedIds = await idsByEmail(records);
  for (const submission of submitted) {
    const stored = storedIds.get(emailOf(submission)) ?? [];
    const sent = network.log
      .filter(({ body }) => body.includes(`"${emailOf(submission)}"`))
      .flatMap(({ ids }) => ids);
    expect(new Set(sent), 'ids sent = ids stored').toEqual(new Set(stored));
    expect(new Set(stored).size, 'one id in all collections').toBe(1);
    if (submission.id) expect(stored[0]).toBe(submission.id);
  }
}

async function fieldsIn(records: Records, collection: CollectionName) {
  const stored = await records.list(collection);
  return stored
    .map(({ fields: { timestamp: _, ...rest } }) => rest)
    .sort(byText);
}

function expectedIn(
  collection: CollectionName,
  submitted: readonly Submitted[],
) {
  return submitted
    .flatMap(recordsFor)
    .filter((record) => record.collection === collection)
    .map(({ fields }) => ({ ...fields }))
    .sort(byText);
}

function byText(a: object, b: object): number {
  return textOf(a) < textOf(b) ? -1 : 1;
}

function textOf(fields: object): string {
  return JSON.stringify(Object.entries(fields).sort());
}

async function idsByEmail(records: Records) {
  const found = new Map<string, string[]>();
  for (const collection of collectionNames) {
    for (const { id, fields } of await records.list(collection)) {
      const email = String(fields.email);
      found.set(email, [...(found.get(email) ?? []), id]);
    }
  }
  return found;
}
