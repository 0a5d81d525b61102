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

/** What is put into this store is refused, or undone after it has succeeded. */
function spoilPuts(name: string, how: 'refused' | 'undone') {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given
  ) {
    const { name: store, transaction } = this;
    if (store === name && how === 'refused')
      throw new DOMException('The disk is full', 'QuotaExceededError');
    const request = put.apply(this, given);
    if (store === name)
      request.addEventListener('success', () => transaction.abort());
    return request;
  });
}

/** No more submissions can be stored; a receipt fits in. */
export const fillDisk = () => spoilPuts('submissions', 'refused');
export const undoPuts = (name: string) => spoilPuts(name, 'undone');
