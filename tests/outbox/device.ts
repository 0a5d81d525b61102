import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type IDBPDatabase, wrap } from 'idb';
import type { OutboxRecord } from '../../src/outbox/submission.ts';
import { createLocks } from './locks.ts';
import { Process } from './process.ts';
import type { createServer } from './server.ts';
import { createTimers } from './timers.ts';

/** The contents of the outbox's database. */
export interface Snapshot {
  submissions: OutboxRecord[];
  receipts: string[];
}

export type Device = ReturnType<typeof createDevice>;

type RespondFunction = ReturnType<typeof createServer>['respond'];

/** Creates the disk, locks, clock and network that pages and workers share. */
export function createDevice(respond: RespondFunction) {
  const idbFactory = new IDBFactory();
  let database: IDBPDatabase | undefined;
  const device = {
    respond,
    idbFactory,
    locks: createLocks(),
    hasLocks: true,
    /** The number of messages posted to the BroadcastChannel. */
    broadcastCount: 0,
    /** The lines that the code logged with console.error. */
    errorLines: [] as string[],
    now: 1_700_000_000_000,
    timers: createTimers(),
    start: (): Process => new Process(device),
    /** Opens the database after the outbox's code has created its stores. */
    async open(): Promise<IDBPDatabase> {
      if (!database) await device.start().code.deliver();
      database ??= (await wrap(idbFactory.open('pear'))) as IDBPDatabase;
      return database;
    },
    async snapshot(): Promise<Snapshot> {
      const transaction = (await device.open()).transaction([
        'submissions',
        'receipts',
      ]);
      const submissions = await transaction.objectStore('submissions').getAll();
      const receipts = await transaction.objectStore('receipts').getAllKeys();
      const isReceipt = (id: string) => !id.startsWith('gone ');
      return { submissions, receipts: receipts.map(String).filter(isReceipt) };
    },
    /** Stores submissions directly, without calling the outbox's code. */
    async seed(...submissions: object[]) {
      const db = await device.open();
      for (const record of submissions) await db.put('submissions', record);
    },
  };
  return device;
}
