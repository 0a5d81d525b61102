// Functions that run in the page: each must hold all it needs.

export async function workerIsActive(): Promise<void> {
  await navigator.serviceWorker.ready;
}

/** Keeps in mind which worker there was before an update. */
export async function noteWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  (globalThis as { older?: ServiceWorker | null }).older = active;
}

/** Resolves when a newer worker is installed, whoever has asked for it. */
export async function updateWorker(): Promise<void> {
  const { older } = globalThis as { older?: ServiceWorker | null };
  const registration = await navigator.serviceWorker.ready;
  const newer = () => {
    const { installing, waiting, active } = registration;
    return installing ?? waiting ?? (active === older ? null : active);
  };
  while (!newer() || newer()?.state === 'installing') {
    await registration.update().catch(() => undefined);
    await new Promise((go) => setTimeout(go, 50));
  }
}

export async function unregister(): Promise<void> {
  for (const one of await navigator.serviceWorker.getRegistrations()) {
    await one.unregister();
  }
}

/** What the next version of the site may do; returns whether it had to wait. */
export function upgradeDatabase(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pear', 2);
    opening.onblocked = () => resolve(true);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => opening.result.createObjectStore('newer');
    opening.onsuccess = () => {
      opening.result.close();
      resolve(false);
    };
  });
}

export async function wakeWorker(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  // Pages may have been told that there is none: then it is the controller.
  const worker = active ?? navigator.serviceWorker.controller;
  worker?.postMessage({ type: 'deliver', now: true });
}

/** Opens the site's database for an upgrade that does not end. */
export function upgradeForEver(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pear', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('never-ending');
      const goOn = () => {
        store.get(0).onsuccess = goOn;
      };
      goOn();
      resolve();
    };
  });
}

export async function pendingSyncs(): Promise<number> {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.sync?.getTags())?.length ?? 0;
}
