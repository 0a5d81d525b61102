export type StoredRecord = { id: string } & Record<string, unknown>;

/**
 * Adds records to an object store of the outbox, and returns all its records, or
 * [] if there is no database. Runs in the page, so it cannot use variables of
 * this module.
 */
export async function accessStore(options: {
  store?: string;
  newRecords?: readonly object[];
}) {
  const { store = 'submissions', newRecords = [] } = options;

  const databases = (await globalThis.indexedDB?.databases()) ?? [];
  if (!databases.some(({ name }) => name === 'pear')) {
    if (newRecords.length > 0) throw new Error('There is no outbox');
    return [] as StoredRecord[];
  }

  const waitForRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const database = await waitForRequest(indexedDB.open('pear'));
  try {
    const mode = newRecords.length > 0 ? 'readwrite' : 'readonly';
    const objectStore = database.transaction(store, mode).objectStore(store);

    for (const record of newRecords) objectStore.put(record);
    return await waitForRequest<StoredRecord[]>(objectStore.getAll());
  } finally {
    database.close();
  }
}
