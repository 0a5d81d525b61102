import type { DBSchema } from 'idb';
import { createConnection, type Transaction } from '../async/indexed-db.ts';
import type { Platform } from './platform.ts';
import type { OutboxRecord } from './submission.ts';

interface Schema extends DBSchema {
  submissions: { key: string; value: OutboxRecord; indexes: { form: string } };
  receipts: { key: string; value: ReceiptRecord; indexes: { at: number } };
}

/** A receipt, or a tombstone, whose id begins with "gone " (see transactions.ts). */
export interface ReceiptRecord {
  id: string;
  /**
   * When the submission was delivered, discarded, replaced or submitted twice. Later
   * entries have later times.
   */
  at: number;
  /** In the tombstone of a submission that had a twin: the twin's id. */
  twin?: string;
}

export type ReadTransaction =
  | Transaction<Schema, 'readonly'>
  | WriteTransaction;
export type WriteTransaction = Transaction<Schema, 'readwrite'>;

export type Database = ReturnType<typeof createDatabase>;

/** Announces each write, and a deletion, after which pages must read the outbox again. */
export function createDatabase(
  name: string,
  platform: Platform,
  announce: () => void,
) {
  return createConnection<Schema>({
    name,
    stores: ['submissions', 'receipts'],
    createStores,
    onChange: announce,
    platform,
  });
}

function createStores(database: IDBDatabase): void {
  const keyPath = 'id';
  const submissions = database.createObjectStore('submissions', { keyPath });
  submissions.createIndex('form', 'form');
  const receipts = database.createObjectStore('receipts', { keyPath });
  receipts.createIndex('at', 'at');
}
