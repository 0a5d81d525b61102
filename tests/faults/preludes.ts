// Scripts that run before the site's own, in its pages or its worker.

/** Long limits in a twentieth of their time: 20 s of silence are one. */
export const hurry = `{
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (limit) => timeout.call(AbortSignal, limit / 20);
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, wait = 0, ...rest) =>
    setTimeout(work, wait < 5000 ? wait : wait / 20, ...rest);
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

export const noLocks = `
delete Object.getPrototypeOf(navigator).locks`;
