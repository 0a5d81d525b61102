import { createSignal } from '../async/signal.ts';
import { wait } from '../async/timeout.ts';
import { startForgetting } from '../visitor/forget-mark.ts';
import type { DraftLocks } from './draft-locks.ts';
import { listFormerKeys } from './former-drafts.ts';

/** Milliseconds between two looks at whether the other tabs have forgotten. */
const pollInterval = 20;
/** Milliseconds that "Forget me" waits for a tab that does not answer. */
const forgetTimeout = 5000;

export interface ForgetPlatform {
  openChannel(): Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  createId(): string;
}

/**
 * Makes all tabs forget their drafts. A tab that has forgotten releases its locks, which
 * tells the tab of the button that it is done.
 */
export function createDraftForgetting(
  { openChannel, createId }: ForgetPlatform,
  locks: DraftLocks,
  forgetDrafts: () => void,
) {
  const { subscribe, notify } = createSignal();
  let channel: ReturnType<typeof openChannel> | undefined;

  /** Makes this page hear of "Forget me" in other tabs. */
  function listen(): void {
    try {
      channel = openChannel();
      channel.onmessage = forgetHere;
    } catch {
      // Firefox throws if cookies are blocked. Then this page has stored nothing either.
    }
  }

  function forgetHere(): void {
    forgetDrafts();
    notify();
    locks.releaseAll();
  }

  /** Resolves when all tabs have forgotten, or after the time limit. */
  async function forgetEverywhere(): Promise<void> {
    const forgottenIds = new Set(await locks.listHeld());
    // If the mark did not reach the disk, what is stored is deleted all the same.
    await startForgetting(createId()).catch(() => undefined);
    for (const key of listFormerKeys()) localStorage.removeItem(key);
    forgetHere();
    channel?.postMessage('forget');

    const startTime = performance.now();
    while (performance.now() - startTime < forgetTimeout) {
      const ids = await locks.listHeld();
      if (!ids.some((id) => forgottenIds.has(id))) return;
      await wait(pollInterval);
    }
  }

  return {
    listen,
    forgetEverywhere,
    /** Calls the listener when the visitor has pressed "Forget me" in any tab. */
    subscribe,
  };
}
