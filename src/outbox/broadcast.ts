import { createSignal } from '../async/signal.ts';

/** Milliseconds between notifications in a browser without BroadcastChannel. */
const pollInterval = 2000;
/** Delay in ms of the second notification to a page from the back-forward cache. */
const renotifyDelay = 30_000;

/** Ids of delivered submissions for whose receipts the disk had no space. */
export const idsWithoutReceipt = new Set<string>();

const { subscribe, notify } = createSignal();
let channel: BroadcastChannel | undefined;
let isListening = false;

/** Calls the listener when any tab or the worker changes the outbox. */
export function onOutboxChange(listener: () => void): () => void {
  if (!isListening) {
    isListening = true;
    const newChannel = openChannel();
    if (newChannel) newChannel.onmessage = ({ data }) => handleMessage(data);
    else setInterval(notify, pollInterval);
    addEventListener('pageshow', handlePageShow);
  }
  return subscribe(listener);
}

/** Notifies all tabs and the worker of a change, or of a delivery without a receipt. */
export function broadcastChange(idWithoutReceipt?: string): void {
  openChannel()?.postMessage(idWithoutReceipt ?? 'changed');
  handleMessage(idWithoutReceipt);
}

function handleMessage(id = 'changed'): void {
  if (id !== 'changed') idsWithoutReceipt.add(id);
  notify();
}

function openChannel(): BroadcastChannel | undefined {
  try {
    channel ??= new BroadcastChannel('pear-outbox');
  } catch {
    // Firefox throws if cookies are blocked. Tabs then poll instead.
  }
  return channel;
}

/** Notifies the listeners now, and again when deliveries in progress have ended. */
function handlePageShow({ persisted }: Event & { persisted?: boolean }): void {
  if (!persisted) return;
  notify();
  setTimeout(notify, renotifyDelay);
}
