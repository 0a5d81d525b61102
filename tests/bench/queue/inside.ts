// Functions that run in the page: each must hold all it needs.

/** What a form does that leaves the rest to the Queue: one POST, its own id. */
export async function postCommit(message: string): Promise<void> {
  const database = 'projects/demo-pear/databases/(default)';
  const name = `${database}/documents/careers/${crypto.randomUUID()}`;
  const fields = {
    name: { stringValue: 'Ada' },
    email: { stringValue: 'ada@example.com' },
    message: { stringValue: message },
  };
  const updateTransforms = [
    { fieldPath: 'timestamp', setToServerValue: 'REQUEST_TIME' },
  ];
  const writes = [{ update: { name, fields }, updateTransforms }];
  await fetch(`/v1/${database}/documents:commit`, {
    method: 'POST',
    body: JSON.stringify({ writes }),
  });
}

export async function countQueue(): Promise<number> {
  const name = 'workbox-background-sync';
  const known = await indexedDB.databases();
  if (!known.some((database) => database.name === name)) return 0;
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  try {
    return await new Promise((resolve, reject) => {
      const store = db.transaction('requests').objectStore('requests');
      const counting = store.count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(counting.error);
    });
  } finally {
    db.close();
  }
}

export async function ageQueue(by: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('workbox-background-sync');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve, reject) => {
    const tx = db.transaction('requests', 'readwrite');
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
    tx.objectStore('requests').openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      if (!cursor) return;
      const { timestamp } = cursor.value;
      cursor.update({ ...cursor.value, timestamp: timestamp - by });
      cursor.continue();
    };
  });
  db.close();
}

export async function ageOutbox(by: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('pear');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  await new Promise<void>((resolve, reject) => {
    const tx = db.transaction('submissions', 'readwrite');
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error);
    tx.objectStore('submissions').openCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
      if (!cursor) return;
      const { createdAt, dueAt } = cursor.value;
      cursor.update({
        ...cursor.value,
        createdAt: createdAt - by,
        dueAt: dueAt - by,
      });
      cursor.continue();
    };
  });
  db.close();
}

export function tellOnline(): void {
  dispatchEvent(new Event('online'));
}

export async function tellWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage('replay');
}
