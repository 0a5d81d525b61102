// Playwright runs these functions in the page, so they use no outside variables.

export async function waitForActiveWorker(): Promise<void> {
  await navigator.serviceWorker.ready;
}

/** Upgrades the site's database. Resolves with whether a page blocks the upgrade. */
export function upgradeDatabase(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open('pear', 2);
    openRequest.onblocked = () => resolve(true);
    openRequest.onerror = () => reject(openRequest.error);
    openRequest.onupgradeneeded = () =>
      openRequest.result.createObjectStore('newer');
    openRequest.onsuccess = () => {
      openRequest.result.close();
      resolve(false);
    };
  });
}

/** Starts an upgrade of the site's database that never ends. */
export function startEndlessUpgrade(): Promise<void> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open('pear', 1);
    openRequest.onerror = () => reject(openRequest.error);
    openRequest.onupgradeneeded = () => {
      const store = openRequest.result.createObjectStore('never-ending');
      const readAgain = () => {
        store.get(0).onsuccess = readAgain;
      };
      readAgain();
      resolve();
    };
  });
}

export async function countPendingSyncs(): Promise<number> {
  const registration = await navigator.serviceWorker.ready;
  return (await registration.sync?.getTags())?.length ?? 0;
}
