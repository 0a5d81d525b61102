const listeners = new Set<() => void>();
/** When the browser said last that the network has gone, as entries say it. */
let goneAt = 0;
/** Something has come over the network since: better evidence than its word. */
let isReached = false;

/** Whether the browser says so, and nothing is known that shows otherwise. */
export function isOffline(): boolean {
  return !navigator.onLine && !isReached;
}

/** Calls the listener when that may have changed. */
export function onConnection(listener: () => void): () => void {
  if (listeners.size === 0) watch();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function noteReached(): void {
  isReached = true;
  notify();
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('online', notify);
  addEventListener('offline', () => {
    goneAt = performance.now();
    isReached = false;
    notify();
  });
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    if (entries.some(hasCome)) noteReached();
  });
  observer.observe({ type: 'navigation', buffered: true });
  observer.observe({ type: 'resource', buffered: true });
}

/** Neither out of a cache nor from the worker, which has all pages. */
function hasCome(entry: PerformanceResourceTiming): boolean {
  const { startTime, transferSize, workerStart } = entry;
  return startTime >= goneAt && transferSize > 0 && workerStart === 0;
}

function notify(): void {
  for (const listener of listeners) listener();
}
