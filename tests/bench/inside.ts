// Functions that run in the page: each must hold all it needs.

/** Lets the outbox deliver what waits; gives the milliseconds it took. */
export async function deliverAll(count: number): Promise<number> {
  const news = new BroadcastChannel('pear-outbox');
  try {
    return await new Promise((resolve, reject) => {
      let delivered = 0;
      const start = performance.now();
      const limit = setTimeout(reject, 10_000 + count * 500, 'Too slow');
      news.onmessage = () => {
        delivered += 1;
        if (delivered < count) return;
        clearTimeout(limit);
        resolve(performance.now() - start);
      };
      dispatchEvent(new Event('online'));
    });
  } finally {
    news.close();
  }
}

interface Commits {
  url: string;
  bodies: string[];
}

/** The same commits, one fetch after the other, and nothing around them. */
export async function commitAll({ url, bodies }: Commits): Promise<number> {
  const start = performance.now();
  for (const body of bodies) {
    const response = await fetch(url, { method: 'POST', body });
    await response.text();
    if (!response.ok) throw new Error(`Answered ${response.status}`);
  }
  return performance.now() - start;
}

/**
 * The same commits with what keeps them safe, by hand and no more: one sender
 * at a time, nothing that is being edited, off the list in the transaction that
 * leaves a receipt.
 */
export async function commitAllSafely({
  url,
  bodies,
}: Commits): Promise<number> {
  const done = (request: IDBRequest | IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      const end = 'objectStore' in request ? 'complete' : 'success';
      request.addEventListener(end, () => resolve());
      request.addEventListener('error', reject);
    });
  const opening = indexedDB.open('bench', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('waiting');
    opening.result.createObjectStore('receipts');
  };
  await done(opening);
  const db = opening.result;
  const begin = (mode: IDBTransactionMode) =>
    db.transaction(['waiting', 'receipts'], mode, { durability: 'relaxed' });
  const keeping = begin('readwrite');
  for (const [id, body] of bodies.entries()) {
    keeping.objectStore('waiting').put(body, id);
  }
  await done(keeping);
  const send = async (id: number) => {
    const options = { ifAvailable: true };
    await navigator.locks.request(`edit-${id}`, options, () => undefined);
    const reading = begin('readonly').objectStore('waiting').get(id);
    await done(reading);
    const body = reading.result as string;
    const response = await fetch(url, { method: 'POST', body });
    await response.text();
    if (!response.ok) throw new Error(`Answered ${response.status}`);
    const settling = begin('readwrite');
    settling.objectStore('waiting').delete(id);
    settling.objectStore('receipts').put(Date.now(), id);
    await done(settling);
  };
  const start = performance.now();
  for (const id of bodies.keys()) {
    await navigator.locks.request('bench', () => send(id));
  }
  const time = performance.now() - start;
  db.close();
  await done(indexedDB.deleteDatabase('bench'));
  return time;
}

/** Before the page's own scripts: notes tasks of more than 50 ms. */
export function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(globalThis, { longTasks: tasks });
  const note = (list: PerformanceObserverEntryList) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  };
  new PerformanceObserver(note).observe({ type: 'longtask', buffered: true });
}

/** The longest since it was last asked for; 0 where none took 50 ms. */
export async function longestTask(): Promise<number> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  const { longTasks } = globalThis as unknown as { longTasks: number[] };
  return Math.max(0, ...longTasks.splice(0));
}
