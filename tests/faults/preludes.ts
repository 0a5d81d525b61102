// Scripts that run before the site's own, in its pages or its worker.

/** Long limits in a twentieth of their time: 20 s of silence are one. */
export const hurry = `{
  const { timeout } = AbortSignal;
  AbortSignal.timeout = (limit) => timeout.call(AbortSignal, limit / 20);
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (work, wait = 0, ...rest) =>
    setTimeout(work, wait < 5000 ? wait : wait / 20, ...rest);
}`;
