import { forgetMarkKey } from '../boot/early-input.ts';
import { getPreference, setPreference } from './local-preferences.ts';
import { visitorDatabase } from './visitor-database.ts';

// "Forget me" leaves a mark, a random text. A draft under an earlier mark is not shown,
// because a browser that was killed may restore Web Storage to an earlier state. IndexedDB
// has the mark that counts. localStorage has a copy, which can be read at once. If the two
// differ, localStorage itself is in an earlier state.

const markName = 'forgotten';

/** The mark of this page, if localStorage is full or forbidden. */
let unstoredMark: string | undefined;
let checkPromise: Promise<void> | undefined;

/** Returns the mark of the last "Forget me", or undefined if there was none. */
export function getForgetMark(): string | undefined {
  try {
    return unstoredMark ?? localStorage.getItem(forgetMarkKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves when this page knows the last mark, and what localStorage has from before it
 * is deleted. Resolves too if the database cannot be read.
 */
export function whenForgetMarkIsKnown(): Promise<void> {
  checkPromise ??= checkLocalStorage().catch(() => undefined);
  return checkPromise;
}

async function checkLocalStorage(): Promise<void> {
  const stored = await visitorDatabase.read((tx) =>
    tx.objectStore('marks').get(markName),
  );
  if (!stored || stored.mark === getForgetMark()) return;
  forgetPreferences();
  setForgetMark(stored.mark);
}

/**
 * Sets a new mark, and deletes what this database and localStorage have of the visitor.
 * Rejects if the mark did not reach the disk. The rest is deleted all the same.
 */
export async function startForgetting(mark: string): Promise<void> {
  try {
    await visitorDatabase.write(async (tx) => {
      await tx.objectStore('marks').put({ name: markName, mark });
      await tx.objectStore('drafts').clear();
    });
    setForgetMark(mark);
  } finally {
    forgetPreferences();
  }
}

/** Deletes the email and a consent. Without an answer the prompt would appear again. */
function forgetPreferences(): void {
  setPreference('pear_user_email', '');
  if (getPreference('pear_analytics') === 'yes')
    setPreference('pear_analytics', 'no');
}

function setForgetMark(mark: string): void {
  try {
    localStorage.setItem(forgetMarkKey, mark);
    unstoredMark = undefined;
  } catch {
    unstoredMark = mark;
  }
}
