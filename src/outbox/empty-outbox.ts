import { announce } from './changes.ts';
import { whileNobodyDelivers } from './lock.ts';
import * as store from './store.ts';

/**
 * Removes all that is kept, unsent messages too, and gives how much of each it
 * was. It waits for a message that is being sent: that one has arrived then, or
 * is among the unsent. What is submitted meanwhile, in another tab, stays. What a
 * broken or frozen page had sent may arrive later.
 */
export async function emptyOutbox(): Promise<store.Amounts> {
  const asked = await store.keys();
  const removed = await whileNobodyDelivers(() => store.clear(asked));
  announce();
  return removed;
}
