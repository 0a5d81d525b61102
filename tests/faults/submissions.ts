import { randomUUID } from 'node:crypto';
import { expect } from 'playwright/test';
import { type FormName, forms } from '../../src/forms/forms.ts';
import type { Values } from '../../src/forms/validate.ts';
import { recordsOf } from '../../src/outbox/records.ts';
import {
  createSubmission,
  type Submission,
} from '../../src/outbox/submission.ts';
import { inStore } from '../support/indexed-db.ts';
import { collectionNames } from '../support/records.ts';
import type { Visit, World } from './world.ts';

/** What a visitor has submitted, as the tests know it. */
export interface Submitted {
  form: FormName;
  values: Values;
  /** Known where the tests themselves have made it. */
  id?: string;
}

/** What tells submissions apart. */
export const emailOf = ({ values }: Submitted) => values.email ?? '';

/** Values for every field of a form that no other submission has. */
export function valuesFor(form: FormName, number: number): Values {
  const all: Values = {
    favoriteBrand: `Skeinwell ${number}`,
    email: `ada-${number}@example.com`,
    name: `Ada Example ${number}`,
    company: `Lopewell ${number}`,
    message: `Message ${number}: zażółć, 🍐, "quoted".`,
  };
  const names = forms[form].fields.map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
}

/** Puts submissions into the outbox as if they had been made long ago. */
export async function seed(
  world: World,
  { tab }: Visit,
  count: number,
  change: (submission: Submission) => Partial<Submission> = () => ({}),
): Promise<void> {
  const names = Object.keys(forms) as FormName[];
  const put = Array.from({ length: count }, (_, index) => {
    const one = world.next(names[index % names.length] ?? 'waitlist');
    const id = randomUUID();
    world.submitted.push({ ...one, id });
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
}: World): Promise<void> {
  const expected = submitted.flatMap(({ form, values }) =>
    recordsOf(createSubmission('', form, values, 0)),
  );
  const ids = new Map<string, string[]>();
  for (const collection of collectionNames) {
    const wanted = expected
      .filter((record) => record.collection === collection)
      .map(({ fields }) => ({ ...fields }));
    const stored = async () => {
      const found = await records.list(collection);
      return found.map(({ fields: { timestamp: _, ...rest } }) => rest);
    };
    await expect
      .poll(async () => inOrder(await stored()), { intervals: [50, 100, 200] })
      .toEqual(inOrder(wanted));
    for (const { id, fields } of await records.list(collection)) {
      const email = fields.email ?? '';
      ids.set(email, [...(ids.get(email) ?? []), id]);
    }
  }
  for (const submission of submitted) {
    const stored = ids.get(emailOf(submission)) ?? [];
    const sent = network.log
      .filter(({ body }) => body.includes(`"${emailOf(submission)}"`))
      .flatMap((commit) => commit.ids);
    expect(new Set(sent), 'ids sent = ids stored').toEqual(new Set(stored));
    expect(new Set(stored).size, 'one id in all collections').toBe(1);
    if (submission.id) expect(stored[0]).toBe(submission.id);
  }
}

function inOrder(all: readonly object[]): object[] {
  const textOf = (one: object) => JSON.stringify(Object.entries(one).sort());
  return all.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
