// Functions that run in the page: each must hold all it needs.

export async function workerIsActive(): Promise<void> {
  await navigator.serviceWorker.ready;
}

/** The outbox of this browser, read without the site's own code. */
export async function readOutbox(): Promise<
  { id: string; [field: string]: unknown }[]
> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'pear')) return [];
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('pear');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise((resolve, reject) => {
      const all = db.transaction('submissions').objectStore('submissions');
      const reading = all.getAll();
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => reject(reading.error);
    });
  } finally {
    db.close();
  }
}

export async function outboxIsEmpty(): Promise<boolean> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'pear')) return true;
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('pear');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise((resolve, reject) => {
      const all = db.transaction('submissions').objectStore('submissions');
      const counting = all.count();
      counting.onsuccess = () => resolve(counting.result === 0);
      counting.onerror = () => reject(counting.error);
    });
  } finally {
    db.close();
  }
}

/** Adds records by hand, whatever is in them. */
export async function put(records: readonly object[]): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('pear');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const tx = db.transaction('submissions', 'readwrite');
      for (const record of records) tx.objectStore('submissions').put(record);
      tx.oncomplete = () => resolve();
      tx.onabort = () => reject(tx.error);
    });
  } finally {
    db.close();
  }
}
