import { vi } from 'vitest';
import type { OutboxRecord } from '../../src/outbox/submission.ts';
import { createDevice } from './device.ts';
import type { Process } from './process.ts';
import { createServer, type RequestResult } from './server.ts';

export const now = 1_700_000_000_000;

/** Starts a page, whose first requests get these results. Later requests succeed. */
export function startPage(...results: RequestResult[]) {
  const server = createServer(results);
  const { storedTexts, requestedIds } = server;
  const device = createDevice(server.send);
  return { device, page: device.start(), server, storedTexts, requestedIds };
}

/** Returns a stored record: a queued submission whose text is its id. */
export function recordOf(id: string, fields: object = {}): OutboxRecord {
  return {
    id,
    version: 1,
    form: 'careers',
    values: { message: id },
    state: 'queued',
    createdAt: now,
    attempts: 0,
    dueAt: now,
    ...fields,
  };
}

export function sendText(
  { outbox }: Process,
  message: string,
  id: string,
  replaces?: string,
) {
  return outbox.submit('careers', { message }, { id, replaces });
}

/** Returns the names of the locks that a process requests from now on. */
export function recordLockNames({ platform }: Process): readonly string[] {
  const names: string[] = [];
  const { requestLock } = platform;
  platform.requestLock = (name, options, work) => {
    names.push(name);
    return requestLock(name, options, work);
  };
  return names;
}

/** Makes the next calls of a method of the database throw. */
export function failCalls(
  method: 'get' | 'getAll' | 'getKey' | 'put' | 'delete' | 'index',
  times = 1,
) {
  // The cast chooses one of the overloads of spyOn. All methods fail alike.
  const methodSpy = vi.spyOn(IDBObjectStore.prototype, method as 'get');
  for (let call = 0; call < times; call += 1)
    methodSpy.mockImplementationOnce(() => {
      throw new DOMException('The disk does not answer', 'DataError');
    });
}

/**
 * Makes each `put` into a store throw, or only the first ones, or aborts the transaction
 * after the `put`.
 */
function breakPuts(
  storeName: string,
  effect: 'refused' | 'undone',
  times = Number.POSITIVE_INFINITY,
) {
  const { put } = IDBObjectStore.prototype;
  let brokenCount = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (this.name !== storeName || brokenCount === times) {
      return put.apply(this, args);
    }

    brokenCount += 1;
    if (effect === 'refused') {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    }
    const request = put.apply(this, args);
    request.addEventListener('success', () => this.transaction.abort());
    return request;
  });
}

/** Makes the database reject what is put into a store, as if the disk were full. */
export const refusePuts = (storeName: string, times?: number) =>
  breakPuts(storeName, 'refused', times);
export const abortPuts = (storeName: string) => breakPuts(storeName, 'undone');
