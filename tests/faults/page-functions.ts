// Playwright runs these functions in the page, so they use no outside variables.

export async function waitForActiveWorker(): Promise<void> {
  await navigator.serviceWorker.ready;
}

/** Upgrades the site's database. Resolves with whether a page blocks the upgrade. */
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

/** Starts an upgrade of the site's database that never ends. */
export function startEndlessUpgrade(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pear', 1);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      const store = opening.result.createObjectStore('never-ending');
      const repeat = () => {
        store.get(0).onsuccess = repeat;
      };
      repeat();
      resolve();
    };
  });
}

export async function countPendingSyncs(): Promise<number> {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.sync?.getTags())?.length ?? 0;
}
