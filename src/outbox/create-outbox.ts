import { createChanges } from './changes.ts';
import { createDatabase } from './database.ts';
import type {
  createDelivery,
  Delivery,
  DeliveryOptions,
  Send,
} from './delivery.ts';
import { discardOnDisk } from './discard.ts';
import { createEdits, type Edit } from './edits.ts';
import { createLocks } from './locks.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { requeue } from './submission.ts';
import { createSubmit } from './submit.ts';
import {
  type Content,
  changeSubmission,
  type DeletionCounts,
  forgetSubmissions,
  hasReceipt,
  hasTrace,
  isEmpty,
  listReadable,
  readStores,
} from './transactions.ts';

/** The code that delivers: `createDelivery` of delivery.ts, and the user's `send`. */
export interface DeliveryCode {
  createDelivery: typeof createDelivery;
  send: Send;
}

export interface OutboxOptions {
  /** Of the database. The names of the locks and of the channel begin with it. */
  name: string;
  /**
   * Loads the code that delivers. Called before each delivery, so it should keep what it
   * has loaded. A worker has the code already, and a page rarely needs it. Rejects if the
   * page cannot deliver.
   */
  loadDelivery(): Promise<DeliveryCode>;
  platform?: Platform | undefined;
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Creates an outbox. Several outboxes of the same name, in tabs and in a worker, share
 * one database. README.md shows how to use an outbox, and lists its guarantees.
 */
export function createOutbox({
  name,
  loadDelivery,
  platform = browserPlatform,
}: OutboxOptions) {
  const changes = createChanges(name, platform);
  // A write that commits announces the change. No caller has to remember it.
  const database = createDatabase(name, platform, changes.announce);
  const locks = createLocks(name, platform);
  const edits = createEdits(database, locks);
  let moment = 0;
  const parts = {
    name,
    database,
    locks,
    edits,
    changes,
    platform,
    nextMoment,
  };
  const submit = createSubmit(parts, getDelivery);
  let delivery: Delivery | undefined;

  /** Returns a larger number at each call. A browser's clock may show two events alike. */
  function nextMoment(): number {
    moment += 1;
    return moment;
  }

  async function getDelivery(): Promise<Delivery> {
    const { createDelivery, send } = await loadDelivery();
    delivery ??= createDelivery(parts, send);
    return delivery;
  }

  /**
   * Sends what is due, one run at a time. Resolves with the number of submissions that
   * still wait.
   */
  async function deliver(options?: DeliveryOptions): Promise<number> {
    return (await getDelivery()).deliver(options);
  }

  /** Begins an edit. Resolves with undefined if the submission was sent or deleted. */
  async function edit(id: string): Promise<Edit | undefined> {
    const newEdit = await edits.begin(id);
    // It may have been sent while this page waited for its lock.
    const isSent = changes.idsWithoutReceipt.has(id);
    if (newEdit && !isSent) return newEdit;

    await newEdit?.end();
    // Clearing the site data fires no event, so make all tabs read the outbox again.
    changes.announce();
    return undefined;
  }

  /**
   * Makes a submission due now, and ends its edits in all tabs. Resolves with false if
   * the disk has failed. Then only a delivery with `retryRefused` sends a refused one.
   */
  async function retry(id: string): Promise<boolean> {
    await edits.endEverywhere(id);
    try {
      await database.write((tx) =>
        changeSubmission(tx, id, (submission) =>
          requeue(submission, platform.now()),
        ),
      );
      return true;
    } catch {
      return false;
    }
  }

  /** Deletes a submission after its active attempt. A sent one cannot be taken back. */
  function discard(id: string): Promise<'discarded' | 'sent'> {
    return locks.hold(id, async () => {
      if (await isDelivered(id)) return 'sent';
      await discardOnDisk(database, id, platform.now());
      await edits.endHere(id);
      return 'discarded';
    });
  }

  /** Deletes these submissions and all receipts, after active deliveries have ended. */
  function forget(ids: readonly string[]): Promise<DeletionCounts> {
    return locks.holdAll(ids, () =>
      database.write((tx) => forgetSubmissions(tx, ids)),
    );
  }

  /**
   * Returns all that is stored. `deliveredIds` also has the submissions that this page
   * knows as delivered, although the disk has no receipt of them.
   */
  async function readContent(): Promise<Content> {
    const content = await database.read(readStores);
    const deliveredIds = [
      ...changes.idsWithoutReceipt,
      ...content.deliveredIds,
    ];
    return { ...content, deliveredIds };
  }

  async function isDelivered(id: string): Promise<boolean> {
    const { idsWithoutReceipt } = changes;
    if (idsWithoutReceipt.has(id)) return true;
    const isOnDisk = await database.read((tx) => hasReceipt(tx, id));
    // Another tab may have announced the delivery meanwhile.
    return isOnDisk || idsWithoutReceipt.has(id);
  }

  /** Whether a submission with this id is stored, or was sent, discarded or replaced. */
  async function isHandedOver(id: string): Promise<boolean> {
    if (changes.idsWithoutReceipt.has(id)) return true;
    return database.read((tx) => hasTrace(tx, id));
  }

  return {
    submit,
    deliver,
    edit,
    retry,
    discard,
    forget,

    readContent,
    /** Returns the submissions that this version can read, oldest first. */
    listReadable: () => database.read(listReadable),
    isEmpty: () => database.read(isEmpty),
    isDelivered,
    isHandedOver,
    /** Ids of submissions that were replaced, although the disk could not delete them yet. */
    withdrawnIds: edits.withdrawnIds,
    nextMoment,
    /** Whether the page's visitor edits the submission, in any tab. */
    isEdited: locks.isEdited,
    /** Calls the listener at each change by any tab or by the worker. */
    listen: changes.listen,
  };
}
