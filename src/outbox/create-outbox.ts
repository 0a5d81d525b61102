import { getBackoff } from '../async/backoff.ts';
import { createChanges } from './changes.ts';
import { createDatabase } from './database.ts';
import type {
  createDelivery,
  Delivery,
  DeliveryOptions,
  Send,
} from './delivery.ts';
import { createEdits, type Edit } from './edits.ts';
import { createLocks } from './locks.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { maxRetryDelay } from './retry-schedule.ts';
import {
  createSubmission,
  isDuplicate,
  isReadable,
  requeue,
  type Submission,
} from './submission.ts';
import {
  addSubmission,
  type Content,
  changeSubmission,
  type DeletionCounts,
  deleteSubmission,
  discardSubmission,
  forgetSubmissions,
  hasEntry,
  hasTrace,
  isDiskFull,
  isEmpty,
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

export interface SubmitOptions {
  /** A new id for a new text. A repeated submit of the same text repeats the id. */
  id: string;
  /** Id of the submission that this one replaces. */
  replaces?: string | undefined;
}

export interface SubmitResult {
  id: string;
  /** 'queued': stored, perhaps delivered already. 'sent': delivered without being stored. */
  status: 'queued' | 'sent';
  /** When the submission was stored or sent, in `platform.elapsed()`. */
  submittedAt: number;
}

/**
 * The code 'conflict' means that the submission to replace was sent or deleted, or that
 * another text has the id, and 'no-code' that the code that delivers does not load. Every
 * other code that the outbox throws is of an outcome.
 */
export class SubmitError extends Error {
  constructor(
    readonly id: string,
    readonly code: string,
  ) {
    super(`${id} was neither saved nor sent: ${code}`);
  }
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
  let delivery: Delivery | undefined;

  /** Loads the code before a lock is taken, because that may take minutes. */
  async function getDelivery(): Promise<Delivery> {
    const { createDelivery, send } = await loadDelivery();
    const parts = { name, database, locks, changes, platform };
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

  /**
   * Resolves once the submission is stored, or delivered if storing fails. Otherwise
   * throws SubmitError. For a duplicate, resolves with the id of the stored submission.
   */
  async function submit(
    form: string,
    values: Submission['values'],
    { id, replaces }: SubmitOptions,
  ): Promise<SubmitResult> {
    const submission = createSubmission(id, form, values, platform.now());
    const stored = await holdReplaced(replaces, () =>
      store(submission, replaces),
    );
    return stored ?? sendDirectly(submission, replaces);
  }

  /** Runs the work while nobody sends or deletes the submission to replace, if any. */
  function holdReplaced<T>(
    id: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    return id === undefined ? work() : locks.hold(id, work);
  }

  /** Resolves with undefined if the disk has failed. */
  async function store(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult | undefined> {
    const added = await database
      .write((tx) => addSubmission(tx, submission, replaces))
      .catch(() => undefined);
    if (!added) return undefined;

    const submittedAt = platform.elapsed();
    if (added.kind === 'conflict') {
      throw new SubmitError(submission.id, 'conflict');
    }

    if (replaces) await edits.endHere(replaces);
    // If another tab edits the duplicate, its lock would prevent the delivery.
    if (added.kind === 'duplicate') await edits.endEverywhere(added.id);
    return { id: added.id, status: 'queued', submittedAt };
  }

  /** Sends a submission without storing it. */
  async function sendDirectly(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult> {
    const directDelivery = await getDelivery().catch(() => {
      throw new SubmitError(submission.id, 'no-code');
    });
    return holdReplaced(replaces, () =>
      sendInLock(directDelivery, submission, replaces),
    );
  }

  /** If an equal submission is unsent, sends that one. */
  async function sendInLock(
    directDelivery: Delivery,
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult> {
    const unsent = await listReadable().catch(() => undefined);
    if (replaces && unsent && !unsent.some(({ id }) => id === replaces)) {
      throw new SubmitError(submission.id, 'conflict');
    }

    const duplicate = unsent?.find((other) => isDuplicate(other, submission));
    const { id } = duplicate ?? submission;
    const outcome = await directDelivery.trySend(duplicate ?? submission);
    if (outcome.kind !== 'delivered') throw new SubmitError(id, outcome.error);

    const receiptLeft = directDelivery
      .leaveReceipt(id)
      .catch(() => changes.announceWithoutReceipt(id));
    // The disk has just failed, so it would delay the result. But a stored duplicate
    // would show as unsent until its receipt is there.
    if (duplicate) await receiptLeft;
    if (replaces) await discardReplaced(replaces);
    return { id, status: 'sent', submittedAt: platform.elapsed() };
  }

  /** Deletes a replaced submission. On a disk error, locks it and retries the deletion. */
  async function discardReplaced(id: string, failures = 0): Promise<void> {
    try {
      await discardOnDisk(id);
      await edits.endHere(id);
    } catch {
      await locks.takeEdit(id);
      const random = platform.random();
      const delay = getBackoff(failures, { maxDelay: maxRetryDelay, random });
      platform.setTimeout(() => void discardReplaced(id, failures + 1), delay);
    }
  }

  /** Deletes a submission, without a tombstone if the disk has no space for one. */
  async function discardOnDisk(id: string): Promise<void> {
    try {
      const now = platform.now();
      await database.write((tx) => discardSubmission(tx, id, now));
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      await database.write((tx) => deleteSubmission(tx, id));
    }
  }

  /** Begins an edit. Resolves with undefined if the outbox lacks the submission. */
  async function edit(id: string): Promise<Edit | undefined> {
    const newEdit = await edits.begin(id);
    // Clearing the site data fires no event, so make all tabs read the outbox again.
    if (!newEdit) changes.announce();
    return newEdit;
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

  function discard(id: string): Promise<'discarded' | 'sent'> {
    return locks.hold(id, async () => {
      if (await isDelivered(id)) return 'sent';
      await discardOnDisk(id);
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
   * Returns all that is stored. The ids of delivered submissions include those without a
   * receipt, of which this page has learned.
   */
  async function readContent(): Promise<Content> {
    const content = await database.read(readStores);
    const deliveredIds = [
      ...changes.idsWithoutReceipt,
      ...content.deliveredIds,
    ];
    return { ...content, deliveredIds };
  }

  /** Returns the submissions that this version can read, oldest first. */
  async function listReadable(): Promise<Submission[]> {
    const { submissions } = await database.read(readStores);
    return submissions.filter(isReadable);
  }

  async function isDelivered(id: string): Promise<boolean> {
    if (changes.idsWithoutReceipt.has(id)) return true;
    return database.read((tx) => hasEntry(tx, id));
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
    listReadable,
    isEmpty: () => database.read(isEmpty),
    isDelivered,
    isHandedOver,
    /** Whether the page's visitor edits the submission, in any tab. */
    isEdited: locks.isEdited,
    /** Calls the listener at each change by any tab or by the worker. */
    listen: changes.listen,
  };
}
