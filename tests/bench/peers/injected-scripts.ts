// Scripts that break interfaces of a page or a worker.

/** Makes each open of a database fail, as with a damaged profile. */
export const brokenDatabaseScript = `{
  const { open } = IDBFactory.prototype;
  const message = 'Internal error opening backing store for indexedDB.open.';
  const error = new DOMException(message, 'UnknownError');
  open.call(indexedDB, 'damaged', 2);
  IDBFactory.prototype.open = function () {
    const request = open.call(this, 'damaged', 1);
    Object.defineProperty(request, 'error', { value: error });
    return request;
  };
}`;

/** Sets the clock back by a number of milliseconds. */
export const createLateClockScript = (ms: number) => `{
  const { Date } = globalThis;
  const now = () => Date.now() - ${ms};
  globalThis.Date = class extends Date {
    constructor(...args) {
      super(...(args.length > 0 ? args : [now()]));
    }
    static now() {
      return now();
    }
  };
}`;

/**
 * Runs scripts in a worker when a page sends them. A worker that starts again is
 * whole, which the same script in the worker's file would not be.
 */
export const breakableWorkerScript = `
addEventListener('message', ({ data }) => {
  if (data?.breakBy) (0, eval)(data.breakBy);
})`;
