import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type IDBPDatabase, wrap } from 'idb';
import type { Stored } from '../../src/outbox/submission.ts';
import { createLocks } from './locks.ts';
import { type Process, startProcess } from './process.ts';
import { createTimers } from './timers.ts';

/** What is on the disk. */
export interface Snapshot {
  submissions: Stored[];
  receipts: string[];
}

export type Device = ReturnType<typeof createDevice>;

/** Answers a request as fetch does. */
type Respond = (
  url: string,
  init: RequestInit,
  sender: Process,
) => Promise<Response>;

/** What processes share: the disk, the locks, the clock and the network. */
export function createDevice(respond: Respond) {
  const databases = new IDBFactory();
  let opened: IDBPDatabase | undefined;
  const device = {
    respond,
    databases,
    locks: createLocks(),
    hasLocks: true,
    /** How often all pages were told of a change. */
    announcements: 0,
    /** What the console says. */
    reports: [] as string[],
    now: 1_700_000_000_000,
    timers: createTimers(),
    start: (): Process => startProcess(device),
    /** Its database, once the code has made it. */
    async open(): Promise<IDBPDatabase> {
      if (!opened) await device.start().code.deliver();
      opened ??= (await wrap(databases.open('pear'))) as IDBPDatabase;
      return opened;
    },
    async look(): Promise<Snapshot> {
      const tx = (await device.open()).transaction(['submissions', 'receipts']);
      const submissions = await tx.objectStore('submissions').getAll();
      const receipts = await tx.objectStore('receipts').getAllKeys();
      return { submissions, receipts: receipts.map(String) };
    },
    /** Puts there what another version, or chance, has left. */
    async seed(...submissions: object[]) {
      const db = await device.open();
      for (const one of submissions) await db.put('submissions', one);
    },
  };
  return device;
}
