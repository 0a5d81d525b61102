import type { Kept as Words } from '../content/forget-me.ts';
import { emptyOutbox } from '../outbox/editing.ts';
import { type Amounts, keys, readAll } from '../outbox/store.ts';
import { remember, remembered } from '../visitor/remembered.ts';
import { forgetDrafts, hasDrafts } from './draft.ts';
import { emptyFields, filledIn } from './field-values.ts';

/** What this device and this tab keep of their visitor. */
export interface Kept extends Words {
  /** What the outbox keeps is not known, or could not be removed. */
  isUnreachable: boolean;
  /** Of the unsent messages; unknown where they can't be read. */
  ids: readonly string[] | undefined;
}

export async function findKept(): Promise<Kept> {
  // None is removed that was not spoken of.
  let ids: string[] | undefined;
  const amounts = await amountsOf(async () => {
    const { submissions, delivered } = await readAll();
    ids = submissions.map(({ id }) => id);
    return { unsent: ids.length, receipts: delivered.length };
  });
  return {
    email: hasEmail(),
    typed: hasTyped(),
    counted: isCounted(),
    ids,
    ...amounts,
  };
}

/** Takes what was found, and returns what has been removed. */
export async function forgetAll({ ids }: Kept): Promise<Kept> {
  const amounts = await amountsOf(async () =>
    emptyOutbox(ids ?? (await keys())),
  );
  const typed = hasTyped();
  emptyFields();
  forgetDrafts();
  const email = hasEmail();
  remember('pear_user_email', '');
  const counted = isCounted();
  // Not forgotten altogether, or the question would come anew.
  if (counted) remember('pear_analytics', 'no');
  return { email, typed, counted, ids, ...amounts };
}

function hasEmail(): boolean {
  return remembered('pear_user_email') !== '';
}

function hasTyped(): boolean {
  return hasDrafts() || filledIn().length > 0;
}

function isCounted(): boolean {
  return remembered('pear_analytics') === 'yes';
}

async function amountsOf(work: () => Promise<Amounts>) {
  try {
    return { ...(await work()), isUnreachable: false };
  } catch {
    return { unsent: 0, receipts: 0, isUnreachable: true };
  }
}
