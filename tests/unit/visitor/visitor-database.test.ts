import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';

const mark = { name: 'forgotten', mark: 'random' };

type Module = typeof import('../../../src/visitor/visitor-database.ts');
let visitorDatabase: Module['visitorDatabase'];

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  // The module keeps its connection, so each test needs another copy of it.
  vi.resetModules();
  ({ visitorDatabase } = await import(
    '../../../src/visitor/visitor-database.ts'
  ));
});

const store = () =>
  visitorDatabase.write((tx) => tx.objectStore('marks').put(mark));
const read = () =>
  visitorDatabase.read((tx) => tx.objectStore('marks').getAll());

test('a read opens a new connection if the browser has closed the old one', async () => {
  await store();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('Closed', 'InvalidStateError');
  });
  expect(await read()).toEqual([mark]);
});

test('a write is strict, because a power cut must not undo "Forget me"', async () => {
  const transactionSpy = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await store();
  expect(transactionSpy).toHaveBeenLastCalledWith(
    ['drafts', 'marks'],
    'readwrite',
    { durability: 'strict' },
  );
});

test('the connection does not block another tab that upgrades or deletes the database', async () => {
  await store();
  const blocked = vi.fn();
  const newer = await openDB('pear-visitor', 2, { blocked });
  newer.close();
  expect(await read()).toEqual([mark]);
  await deleteDB('pear-visitor', { blocked });
  expect(await read()).toEqual([]);
  expect(blocked).not.toHaveBeenCalled();
});
