import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type IDBPDatabase, wrap } from 'idb';
import type { Stored } from '../../src/outbox/submission.ts';
import { createLocks } from './locks.ts';
import { type Process, startProcess } from './process.ts';
import { createTimers } from './timers.ts';

/** The content of the database. */
export interface Snapshot {
  submissions: Stored[];
  receipts: string[];
}

export type Device = ReturnType<typeof createDevice>;

type Respond = (
  url: string,
  init: RequestInit,
  sender: Process,
) => Promise<Response>;

/** Creates the disk, locks, clock and network that processes share. */
export function createDevice(respond: Respond) {
  const databases = new IDBFactory();
  let opened: IDBPDatabase | undefined;
  const device = {
    respond,
    databases,
    locks: createLocks(),
    hasLocks: true,
    /** The number of messages on the BroadcastChannel. */
    announcements: 0,
    /** The lines on the console. */
    reports: [] as string[],
    now: 1_700_000_000_000,
    timers: createTimers(),
    start: (): Process => startProcess(device),
    /** Opens the database that the outbox's code creates. */
    async open(): Promise<IDBPDatabase> {
      if (!opened) await device.start().code.deliver();
      opened ??= (await wrap(databases.open('pear'))) as IDBPDatabase;
      return opened;
    },
    async snapshot(): Promise<Snapshot> {
      const tx = (await device.open()).transaction(['submissions', 'receipts']);
      const submissions = await tx.objectStore('submissions').getAll();
      const receipts = await tx.objectStore('receipts').getAllKeys();
      return { submissions, receipts: receipts.map(String) };
    },
    /** Stores records without the outbox's code. */
    async seed(...submissions: object[]) {
      const db = await device.open();
      for (const record of submissions) await db.put('submissions', record);
    },
  };
  return device;
}
