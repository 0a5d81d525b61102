import { randomUUID } from 'node:crypto';
import { type FormName, forms } from '../../src/forms/forms.ts';
import {
  createSubmission,
  type Submission,
} from '../../src/outbox/submission.ts';
import { inStore } from '../support/indexed-db.ts';
import type { Visit, World } from './world.ts';

/** Puts submissions into the outbox as if they had been made long ago. */
export async function seed(
  world: World,
  { tab }: Visit,
  count: number,
  change: (submission: Submission) => Submission = (same) => same,
): Promise<Submission[]> {
  const names = Object.keys(forms) as FormName[];
  const submissions = Array.from({ length: count }, (_, index) => {
    const one = world.next(names[index % names.length] ?? 'waitlist');
    const id = randomUUID();
    world.submitted.push({ ...one, id });
    return change(createSubmission(id, one.form, one.values, Date.now()));
  });
  await tab.evaluate(inStore, { put: submissions });
  return submissions;
}
