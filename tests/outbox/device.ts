import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type IDBPDatabase, wrap } from 'idb';
import type { Send } from '../../src/outbox/delivery.ts';
import type { OutboxRecord, Submission } from '../../src/outbox/submission.ts';
import { createChannels } from './channels.ts';
import { createLocks } from './locks.ts';
import { Process } from './process.ts';
import { createTimers } from './timers.ts';

/** The contents of the outbox's database. */
export interface DiskContent {
  submissions: OutboxRecord[];
  receipts: string[];
  /** The ids of the submissions that were discarded or replaced. */
  tombstones: string[];
}

export type Device = ReturnType<typeof createDevice>;

/** Sends a submission for a process, or never answers. */
type SendFor = (submission: Submission, sender: Process) => ReturnType<Send>;

/** Creates the disk, locks, channel, clock and network that tabs and a worker share. */
export function createDevice(send: SendFor) {
  const idbFactory = new IDBFactory();
  let database: IDBPDatabase | undefined;
  const device = {
    send,
    idbFactory,
    channels: createChannels(),
    locks: createLocks(),
    hasLocks: true,
    /** The lines that the outboxes have logged. */
    errorLines: [] as string[],
    now: 1_700_000_000_000,
    timers: createTimers(),
    /** Starts a page, which has an outbox of its own. */
    start: (): Process => new Process(device),
    /** Opens the database after an outbox has created its stores. */
    async open(): Promise<IDBPDatabase> {
      if (!database) await device.start().outbox.readContent();
      database ??= (await wrap(idbFactory.open('pear'))) as IDBPDatabase;
      return database;
    },
    async readDisk(): Promise<DiskContent> {
      const stores = ['submissions', 'receipts'];
      const transaction = (await device.open()).transaction(stores);
      const submissions = await transaction.objectStore('submissions').getAll();
      const keys = await transaction.objectStore('receipts').getAllKeys();
      const ids = keys.map(String);
      return {
        submissions,
        receipts: ids.filter((id) => !id.startsWith('gone ')),
        tombstones: ids
          .filter((id) => id.startsWith('gone '))
          .map((id) => id.slice('gone '.length)),
      };
    },
    /** Stores submissions directly, without an outbox. */
    async seed(...submissions: object[]): Promise<void> {
      const db = await device.open();
      for (const record of submissions) await db.put('submissions', record);
    },
  };
  return device;
}
