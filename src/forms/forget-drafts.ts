import { wait } from '../async/timeout.ts';
import { getForgetMark, startForgetting } from '../visitor/forget-mark.ts';
import type { Drafts } from './drafts.ts';
import { listFormerKeys } from './former-drafts.ts';

// What "Forget me" does to the drafts. This code loads with the button.

/** Milliseconds between two checks whether the other tabs have forgotten. */
const pollInterval = 20;
/** Milliseconds that "Forget me" waits for a tab that does not answer. */
const forgetTimeout = 5000;

/** Whether any window of this browser has a draft, or the disk. */
export async function hasDrafts({ parts }: Drafts): Promise<boolean> {
  const { session, locks, disk } = parts;
  if (!session.isEmpty() || listFormerKeys().length > 0) return true;
  if ((await locks.listElsewhere()).length > 0) return true;

  const stored = await disk.list();
  // Another window may have written a draft while it was forgotten.
  return stored.some(({ mark }) => mark === getForgetMark());
}

/** Resolves when all tabs have forgotten, or after the time limit. */
export async function forgetDrafts({ parts }: Drafts): Promise<void> {
  const { start, platform, locks, forgetting } = parts;
  start();
  const forgottenIds = new Set(await locks.listHeld());
  // If the mark did not reach the disk, what is stored is deleted all the same.
  await startForgetting(platform.createId()).catch(() => undefined);
  for (const key of listFormerKeys()) localStorage.removeItem(key);
  forgetting.forget();

  const startTime = performance.now();
  while (performance.now() - startTime < forgetTimeout) {
    const ids = await locks.listHeld();
    if (!ids.some((id) => forgottenIds.has(id))) return;
    await wait(pollInterval);
  }
}
