import type { DeliveryOptions, Send } from '../delivery.ts';
import { requeue } from '../submission.ts';
import {
  type Content,
  changeSubmission,
  type DeletionCounts,
  forgetSubmissions,
  hasReceipt,
  hasTrace,
  isEmpty,
  readStores,
} from '../transactions.ts';
import { discardOnDisk } from './discard.ts';
import type { Edit } from './edits.ts';
import type { createPageDelivery, PageDelivery } from './page-delivery.ts';
import type { PageParts } from './page-parts.ts';
import { createSubmit } from './submit.ts';

/** The code of a page that delivers, and the site's `send`. */
export interface DeliveryCode {
  createPageDelivery: typeof createPageDelivery;
  send: Send;
}

/**
 * Loads the code that delivers. A page rarely needs it, because a worker has it, too.
 * Rejects if the page cannot deliver. Then a later delivery calls it again.
 */
export type LoadDelivery = () => Promise<DeliveryCode>;

export type Operations = ReturnType<typeof createOperations>;

/** What a page does with the outbox, and reads of it. */
export function createOperations(parts: PageParts, loadDelivery: LoadDelivery) {
  const { database, locks, edits, changes, platform, nextMoment } = parts;
  const submit = createSubmit(parts, getDelivery);
  let delivery: PageDelivery | undefined;

  async function getDelivery(): Promise<PageDelivery> {
    if (delivery) return delivery;

    const { createPageDelivery, send } = await loadDelivery();
    // A second call may have loaded the code meanwhile.
    delivery ??= createPageDelivery(parts, send);
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
      // Another tab's edit would hold the text back if it is submitted again.
      await edits.endEverywhere(id);
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
