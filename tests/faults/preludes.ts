// Scripts that run before the site's own, in its pages or its worker.

/** These limits in a twentieth of their time: 20 s of silence are one. */
export const hurry = (...limits: number[]) => `{
  const { setTimeout } = globalThis;
  const limits = ${JSON.stringify(limits)};
  globalThis.setTimeout = (work, wait, ...rest) =>
    setTimeout(work, limits.includes(wait) ? wait / 20 : wait, ...rest);
}`;

/**
 * The worker stops before it reads, before it sends and after the answer, as
 * long as the test wants it to.
 */
export const stops = `{
  const { fetch } = globalThis;
  const at = (name) => fetch('/__at/' + name).catch(() => {});
  const { request } = LockManager.prototype;
  LockManager.prototype.request = async function (...given) {
    await at('read');
    return request.apply(this, given);
  };
  globalThis.fetch = async (input, init) => {
    if (!/:commit/.test(String(input))) return fetch(input, init);
    await at('send');
    const answer = await fetch(input, init);
    await at('remove');
    return answer;
  };
}`;

/** Pages find no worker to ask, and deliver themselves. */
export const pagesDeliver = `
Object.defineProperty(ServiceWorkerRegistration.prototype, 'active', {
  get: () => null,
})`;

export const noIndexedDb = `
Object.defineProperty(globalThis, 'indexedDB', { value: undefined })`;

export const quotaFull = `
IDBObjectStore.prototype.put = () => {
  throw new DOMException('As the test has it', 'QuotaExceededError');
}`;

export const noSync = `
delete ServiceWorkerRegistration.prototype.sync`;

export const syncRejects = `
SyncManager.prototype.register = () => Promise.reject(new Error('No'))`;

export const syncHangs = `
SyncManager.prototype.register = () => new Promise(() => {})`;
