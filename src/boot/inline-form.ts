import { addEarlyInputListener, hasEarlyListeners } from './early-events.ts';
import './inline.ts';

// The inline script of a page with a form. A copy of the page at another address has no
// early listeners.
if (hasEarlyListeners()) addEarlyInputListener();
