export type Held = { id: string } & Record<string, unknown>;

/**
 * Runs in the page, without the site's own code: puts these records into a store
 * of the outbox's, and returns what it holds; nothing where there is no outbox.
 */
export async function inStore({
  store = 'submissions',
  put = [],
}: {
  store?: string;
  put?: readonly object[];
}): Promise<Held[]> {
  const known = (await globalThis.indexedDB?.databases()) ?? [];
  if (!known.some(({ name }) => name === 'pear')) {
    if (put.length > 0) throw new Error('There is no outbox');
    return [];
  }
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await result(indexedDB.open('pear'));
  try {
    const mode = put.length > 0 ? 'readwrite' : 'readonly';
    const records = db.transaction(store, mode).objectStore(store);
    for (const record of put) records.put(record);
    return await result(records.getAll());
  } finally {
    db.close();
  }
}
