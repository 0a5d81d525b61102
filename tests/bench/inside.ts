// Functions that run in the page: each must hold all it needs.

/** Lets the outbox deliver what waits; returns the milliseconds it took. */
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

/** The same commits, one fetch after the other, and nothing around them. */
export async function commitAll({
  url,
  bodies,
}: {
  url: string;
  bodies: string[];
}): Promise<number> {
  const start = performance.now();
  for (const body of bodies) {
    const response = await fetch(url, { method: 'POST', body });
    await response.text();
    if (!response.ok) throw new Error(`Answered ${response.status}`);
  }
  return performance.now() - start;
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
