export type StoredRecord = { id: string } & Record<string, unknown>;

/**
 * Adds records to an object store, by default one of the outbox, and returns all its
 * records, or [] if there is no database. Runs in the page, so it cannot use variables
 * of this module.
 */
export async function accessStore(options: {
  database?: string;
  store?: string;
  newRecords?: readonly object[];
}) {
  const { database: databaseName = 'pear', store = 'submissions' } = options;
  const { newRecords = [] } = options;

  // Opening the database before the site does would create it without its stores.
  const databases = (await globalThis.indexedDB?.databases()) ?? [];
  if (!databases.some(({ name }) => name === databaseName)) {
    if (newRecords.length > 0) throw new Error(`There is no ${databaseName}`);
    return [] as StoredRecord[];
  }

  const waitForRequest = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  const database = await waitForRequest(indexedDB.open(databaseName));
  try {
    const mode = newRecords.length > 0 ? 'readwrite' : 'readonly';
    const objectStore = database.transaction(store, mode).objectStore(store);

    for (const record of newRecords) objectStore.put(record);
    return await waitForRequest<StoredRecord[]>(objectStore.getAll());
  } finally {
    database.close();
  }
}
