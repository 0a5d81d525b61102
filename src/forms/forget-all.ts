import type { Kept as Words } from '../content/forget-me.ts';
import { emptyOutbox } from '../outbox/editing.ts';
import { type Amounts, keys, readAll } from '../outbox/store.ts';
import { remember, remembered } from './remembered.ts';

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
  for (const field of filledIn()) {
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const email = hasEmail();
  remember('pear_user_email', '');
  const counted = isCounted();
  // Not forgotten altogether, or the question would come anew.
  if (counted) remember('pear_analytics', 'no');
  for (const key of draftKeys()) sessionStorage.removeItem(key);
  return { email, typed, counted, ids, ...amounts };
}

function hasEmail(): boolean {
  return remembered('pear_user_email') !== '';
}

/** A draft of nothing is what is left of words that were taken back. */
function hasTyped(): boolean {
  const isDraft = (key: string) => sessionStorage.getItem(key) !== '{}';
  return draftKeys().some(isDraft) || filledIn().length > 0;
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

/** Of drafts, and of what was typed before a form's own code ran. */
function draftKeys(): string[] {
  try {
    const keys = Object.keys(sessionStorage);
    return keys.filter((key) => /^pear-(draft|early)-/.test(key));
  } catch {
    return [];
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The fields that hold something of the visitor's own. */
function filledIn(): Field[] {
  return [...document.querySelectorAll<Field>('input, textarea')].filter(
    ({ value, readOnly }) => value !== '' && !readOnly,
  );
}
