import { createSignal } from '../async/signal.ts';
import { currentOutbox, follow } from '../outbox/live.ts';

/** What was under way as the network went has had its answer by then. */
const answeredWithin = 20_000;

const { subscribe, notify } = createSignal();
let isWatched = false;
/** When the browser said last that the network has gone, by entries' clock. */
let goneAt = 0;
/** Something has come over the network since: better evidence than its word. */
let isReached = false;
/** The ids of what was delivered when the outbox was read last. */
let delivered: ReadonlySet<string> | undefined;

/** Whether the browser says so, and nothing that came since shows otherwise. */
export function isOffline(): boolean {
  return !navigator.onLine && !isReached;
}

/** Calls the listener when that may have changed. */
export function onConnection(listener: () => void): () => void {
  if (!isWatched) watch();
  return subscribe(listener);
}

function watch(): void {
  isWatched = true;
  addEventListener('online', notify);
  addEventListener('offline', () => {
    goneAt = performance.now();
    isReached = false;
    notify();
  });
  follow(noteDelivered);
  try {
    const observer = new PerformanceObserver((list) => {
      const entries = list.getEntries() as PerformanceResourceTiming[];
      if (entries.some(hasCome)) noteReached();
    });
    observer.observe({ type: 'resource' });
  } catch {
    // The browser does not tell: then what is delivered alone shows it.
  }
}

function noteDelivered(): void {
  const statuses = [...(currentOutbox()?.statuses ?? [])];
  const sent = statuses.filter(([, status]) => status === 'sent');
  const before = delivered;
  delivered = new Set(sent.map(([id]) => id));
  const isNew = before && sent.some(([id]) => !before.has(id));
  const isSince = goneAt === 0 || performance.now() - goneAt > answeredWithin;
  if (isNew && isSince) noteReached();
}

/** Since then, and neither out of a cache nor from the worker's. */
function hasCome(entry: PerformanceResourceTiming): boolean {
  const { startTime, transferSize, workerStart } = entry;
  return startTime >= goneAt && transferSize > 0 && workerStart === 0;
}

function noteReached(): void {
  isReached = true;
  notify();
}
