import { announce } from './changes.ts';
import { whileNobodyDelivers } from './lock.ts';
import * as store from './store.ts';

/**
 * Removes these submissions and all receipts, and gives how much of each it was.
 * It waits for a message that is being sent: that one has arrived then, or is
 * among the unsent. What a broken or frozen page had sent may arrive later.
 */
export async function emptyOutbox(
  ids: readonly string[],
): Promise<store.Amounts> {
  const removed = await whileNobodyDelivers(() => store.clear(ids));
  announce();
  return removed;
}
