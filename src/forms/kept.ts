import type { Kept as Words } from '../content/forget-me.ts';
import { emptyOutbox } from '../outbox/forgetting.ts';
import { type Amounts, count } from '../outbox/store.ts';
import { remember, remembered } from './remembered.ts';

/** What this device and this tab keep of their visitor. */
export interface Kept extends Words {
  /** What the outbox keeps is not known, or could not be removed. */
  isUnreachable: boolean;
}

export async function findKept(): Promise<Kept> {
  return {
    email: hasEmail(),
    typed: draftKeys().length > 0 || filledIn().length > 0,
    counted: isCounted(),
    ...(await amountsOf(count)),
  };
}

/** Gives what has been removed. */
export async function forgetAll(): Promise<Kept> {
  const amounts = await amountsOf(emptyOutbox);
  const fields = filledIn();
  for (const field of fields) {
    field.value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const email = hasEmail();
  remember('pear_user_email', '');
  const counted = isCounted();
  // Not forgotten altogether, or the question would come anew.
  if (counted) remember('pear_analytics', 'no');
  const drafts = draftKeys();
  for (const key of drafts) sessionStorage.removeItem(key);
  return {
    email,
    typed: drafts.length + fields.length > 0,
    counted,
    ...amounts,
  };
}

function hasEmail(): boolean {
  return remembered('pear_user_email') !== '';
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
    return keys.filter(
      (key) =>
        /^pear-(draft|early)-/.test(key) &&
        sessionStorage.getItem(key) !== '{}',
    );
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
