import { createStore } from '../async/signal.ts';

/** Whether this page's last submission could be stored. */
export const writability = createStore(true);
