// Scripts that break the browser's interfaces before the site's scripts run.

/** Makes timers with these delays in milliseconds fire 20 times as fast. */
export const createShortTimerScript = (...delays: number[]) => `{
  const { setTimeout } = globalThis;
  const delays = ${JSON.stringify(delays)};
  globalThis.setTimeout = (work, delay, ...args) =>
    setTimeout(work, delays.includes(delay) ? delay / 20 : delay, ...args);
}`;

/** Before each step of a delivery, sends a request that the test can hold. */
export const deliveryHoldScript = `{
  const { fetch } = globalThis;
  const reportStep = (name) => fetch('/__at/' + name).catch(() => {});
  const { request } = LockManager.prototype;
  LockManager.prototype.request = async function (...args) {
    await reportStep('read');
    return request.apply(this, args);
  };
  globalThis.fetch = async (input, init) => {
    if (!/:commit/.test(String(input))) return fetch(input, init);
    await reportStep('send');
    const answer = await fetch(input, init);
    await reportStep('remove');
    return answer;
  };
}`;

/** Hides the active worker, so that pages deliver by themselves. */
export const noWorkerScript = `
Object.defineProperty(ServiceWorkerRegistration.prototype, 'active', {
  get: () => null,
})`;

export const noIndexedDbScript = `
Object.defineProperty(globalThis, 'indexedDB', { value: undefined })`;

export const fullDiskScript = `
IDBObjectStore.prototype.put = () => {
  throw new DOMException('As the test has it', 'QuotaExceededError');
}`;

export const noSyncScript = `
delete ServiceWorkerRegistration.prototype.sync`;

export const rejectedSyncScript = `
SyncManager.prototype.register = () => Promise.reject(new Error('No'))`;

/** Registers 400 ms late, which is after the thank-you appears. */
export const lateSyncScript = `
const { register } = SyncManager.prototype;
SyncManager.prototype.register = async function (tag) {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return register.call(this, tag);
}`;

export const hangingSyncScript = `
SyncManager.prototype.register = () => new Promise(() => {})`;
