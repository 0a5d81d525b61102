import { announce } from './changes.ts';
import { whileAllLocked } from './lock.ts';
import * as store from './store.ts';

/**
 * Removes these submissions and all receipts, and returns how much of each it was.
 * It waits for those that are being sent: each has arrived then, or is still
 * among the unsent. What a broken or frozen page had sent may arrive later.
 */
export async function emptyOutbox(
  ids: readonly string[],
): Promise<store.Amounts> {
  const removed = await whileAllLocked(ids, () => store.clear(ids));
  announce();
  return removed;
}
