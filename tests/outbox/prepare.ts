import { afterEach, vi } from 'vitest';
import { createSubmission } from '../../src/outbox/submission.ts';
import { createDevice } from './device.ts';
import type { Process } from './process.ts';
import { createServer, type Fate } from './server.ts';

export const now = 1_700_000_000_000;

afterEach(() => vi.restoreAllMocks());

/** A page on a device whose requests meet these fates, and then a sound server. */
export function prepare(...fates: Fate[]) {
  const server = createServer(fates, async () => undefined);
  const { stored, requests } = server;
  const observe = (work: () => Promise<unknown>) => {
    server.observe = work;
  };
  const device = createDevice(server.respond);
  return { device, page: device.start(), stored, requests, observe };
}

/** A message that waits to be sent; it says what its id is. */
export const waiting = (id: string, more: object = {}) => ({
  ...createSubmission(id, 'careers', { message: id }, now),
  ...more,
});

export function send(
  { code }: Process,
  message: string,
  id: string,
  replaces?: string,
) {
  return code.submit('careers', { message }, { id, replaces });
}

/** Has each put into this store spoiled by what is done before or after it. */
function spoilPuts(
  name: string,
  spoil: (put: () => IDBRequest<IDBValidKey>, tx: IDBTransaction) => IDBRequest,
) {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    const plainly = () => put.apply(this, given);
    return this.name === name ? spoil(plainly, this.transaction) : plainly();
  });
}

/** No more submissions can be stored; a receipt fits in. */
export function fillDisk() {
  spoilPuts('submissions', () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
}

/** All that is put into this store is undone after it has succeeded. */
export function undoPuts(name: string) {
  spoilPuts(name, (put, tx) => {
    const request = put();
    request.addEventListener('success', () => tx.abort());
    return request;
  });
}
