import { createSignal } from '../async/signal.ts';
import type { DraftLocks } from './draft-locks.ts';

export interface ForgetPlatform {
  openChannel(): Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
}

/**
 * Makes this page forget its drafts when "Forget me" was pressed in any tab. A tab that
 * has forgotten releases its locks. This shows the tab of the button that it is done.
 */
export function createDraftForgetting(
  { openChannel }: ForgetPlatform,
  locks: DraftLocks,
  forgetDrafts: () => void,
) {
  const { subscribe, notify } = createSignal();
  let channel: ReturnType<typeof openChannel> | undefined;

  /** Listens for "Forget me" in other tabs. */
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

  return {
    listen,
    /** Makes this tab and the others forget. */
    forget(): void {
      forgetHere();
      channel?.postMessage('forget');
    },
    /** Calls the listener when the visitor has pressed "Forget me" in any tab. */
    subscribe,
  };
}
