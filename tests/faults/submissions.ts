import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/descriptions/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { recordsOf } from '../../src/outbox/records.ts';
import {
  createSubmission,
  type Submission,
} from '../../src/outbox/submission.ts';
import { inStore } from '../support/indexed-db.ts';
import { textOf } from '../support/records.ts';
import type { Story } from './story.ts';
import { often, type Visit } from './visit.ts';

/** What a visitor has submitted, as the tests know it. */
export interface Submitted {
  form: FormName;
  values: Values;
  /** Known where the tests themselves have made it. */
  id?: string;
}

/** What tells submissions apart. */
export const emailOf = ({ values }: Submitted) => values.email ?? '';

/** Puts submissions into the outbox as if they had been made long ago. */
export async function seed(
  story: Story,
  { tab }: Visit,
  count: number,
  change: (submission: Submission) => Partial<Submission> = () => ({}),
): Promise<void> {
  const names = Object.keys(forms) as FormName[];
  const put = Array.from({ length: count }, (_, index) => {
    const one = story.next(names[index % names.length] ?? 'waitlist');
    const id = randomUUID();
    story.submitted.push({ ...one, id });
    const made = createSubmission(id, one.form, one.values, Date.now());
    return { ...made, ...change(made) };
  });
  await tab.evaluate(inStore, { put });
}

/** Waits until the records are those of the submissions, each exactly once. */
export async function expectExactlyStored({
  records,
  network,
  submitted,
}: Story): Promise<void> {
  const expected = submitted.flatMap(({ form, values }) =>
    recordsOf(createSubmission('', form, values, 0)),
  );
  await expect
    .poll(async () => textsOf(await records.all()), often)
    .toEqual(textsOf(expected));
  const found = await records.all();
  for (const submission of submitted) {
    const email = emailOf(submission);
    const stored = found.filter(({ fields }) => fields.email === email);
    const ids = new Set(stored.map(({ id }) => id));
    const sent = network.log
      .filter(({ body }) => body.includes(`"${email}"`))
      .flatMap((commit) => commit.ids);
    expect(new Set(sent), 'ids sent = ids stored').toEqual(ids);
    expect(ids.size, 'one id in all collections').toBe(1);
    if (submission.id) expect([...ids]).toEqual([submission.id]);
  }
}

function textsOf(all: readonly { collection: string; fields: object }[]) {
  return all
    .map(({ collection, fields }) => `${collection}: ${textOf(fields)}`)
    .sort();
}
