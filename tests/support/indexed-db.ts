/** What to do to a store; the outbox's unless told otherwise. */
interface StoreWork {
  database?: string;
  store?: string;
  put?: readonly object[];
  /** These times of all records go back by so many milliseconds. */
  age?: { fields: readonly string[]; by: number };
}

export type Held = { id: string } & Record<string, unknown>;

/**
 * Runs in the page, without the site's own code: does that, and gives what the
 * store held before it aged; nothing where there is no such database.
 */
export async function inStore({
  database = 'pear',
  store = 'submissions',
  put = [],
  age = { fields: [], by: 0 },
}: StoreWork): Promise<Held[]> {
  const known = (await globalThis.indexedDB?.databases()) ?? [];
  if (!known.some(({ name }) => name === database)) {
    if (put.length > 0) throw new Error(`There is no database ${database}`);
    return [];
  }
  const result = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await result(indexedDB.open(database));
  try {
    const writes = put.length + age.fields.length > 0;
    const tx = db.transaction(store, writes ? 'readwrite' : 'readonly');
    const ended = new Promise<void>((resolve, reject) => {
      tx.oncomplete = () => resolve();
      tx.onabort = () => reject(tx.error);
    });
    const records = tx.objectStore(store);
    for (const record of put) records.put(record);
    const held: Held[] = await result(records.getAll());
    for (const record of age.by === 0 ? [] : held) {
      const earlier = age.fields.map((name) => [
        name,
        Number(record[name]) - age.by,
      ]);
      records.put({ ...record, ...Object.fromEntries(earlier) });
    }
    await ended;
    return held;
  } finally {
    db.close();
  }
}
