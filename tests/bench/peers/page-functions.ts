// These functions run in the page, so they cannot use variables of this module.

export type Statement = 'saved' | 'sent' | 'error';

/** Records each change of what the page says about the message. */
export function recordStatements(prefixes: Record<Statement, string>): void {
  const statements: Statement[] = [];
  Object.assign(globalThis, { statements });

  const record = () => {
    const texts = [...document.querySelectorAll('main p')].map((element) =>
      element.textContent.trim(),
    );
    const shown = (Object.keys(prefixes) as Statement[]).find((statement) =>
      texts.some((text) => text.startsWith(prefixes[statement])),
    );
    if (shown && shown !== statements.at(-1)) statements.push(shown);
  };

  const options = { subtree: true, childList: true, characterData: true };
  new MutationObserver(record).observe(document.documentElement, options);
}

export function readStatements(): Statement[] {
  return (globalThis as { statements?: Statement[] }).statements ?? [];
}

/** Whether a peer's page is ready, or the site's page is hydrated. */
export function isPageReady(): boolean {
  const isPeerReady = document.documentElement.dataset.ready === '';
  const isSitePage =
    document.querySelector('meta[name="description"]') !== null;
  // The page cannot import `isHydrated` of tests/support/loading.ts.
  const isHydrated = document.onsubmit === null;
  return isPeerReady || (isSitePage && isHydrated);
}

/** Whether the form still shows the text. */
export function hasFormText(text: string): boolean {
  const form = document.querySelector<HTMLFormElement>('main form');
  if (!form?.checkVisibility()) return false;
  return [...new FormData(form).values()].includes(text);
}

/** Whether IndexedDB or localStorage has a text, in any library's format. */
export async function isTextStored(text: string): Promise<boolean> {
  const decoder = new TextDecoder();
  const includesText = (value: unknown): boolean => {
    if (typeof value === 'string') return value.includes(text);
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return decoder.decode(value).includes(text);
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some(includesText);
  };
  const waitFor = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  if (Object.values(localStorage).some(includesText)) return true;

  for (const { name = '' } of await indexedDB.databases()) {
    const database = await waitFor(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const values = database.transaction(store).objectStore(store).getAll();
      if ((await waitFor(values)).some(includesText)) return true;
    }
    database.close();
  }
  return false;
}

/** Sends a message to the active worker. A script injected into the worker handles it. */
export async function messageWorker(message: object): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(message);
}

export async function waitForWorker(): Promise<void> {
  await navigator.serviceWorker.ready;
}

export async function isWorkerInstalling(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.installing);
}

export function dispatchOnline(): void {
  dispatchEvent(new Event('online'));
}
