import type { Delivery, OutboxParts } from './delivery.ts';
import { createSubmission, isReadable, type Submission } from './submission.ts';
import { addSubmission } from './transactions.ts';

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
  readonly id: string;
  readonly code: string;

  constructor(id: string, code: string) {
    super(`${id} was neither saved nor sent: ${code}`);
    this.id = id;
    this.code = code;
  }
}

/** Takes what a visitor submits: stores it, or sends it if the disk fails. */
export function createSubmit(
  { database, locks, edits, platform }: OutboxParts,
  loadDelivery: () => Promise<Delivery>,
) {
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
    if (!isReadable(submission)) throw new TypeError('A value is no text');

    const stored = await holdReplaced(replaces, () =>
      store(submission, replaces),
    );
    if (stored) return stored;

    // Loads the code before taking a lock, because that may take minutes.
    const { sendDirectly } = await loadDelivery().catch(() => {
      throw new SubmitError(id, 'no-code');
    });
    return holdReplaced(replaces, () => sendDirectly(submission, replaces));
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

    if (replaces !== undefined) await edits.endHere(replaces);
    // If another tab edits the duplicate, its lock would prevent the delivery.
    if (added.kind === 'duplicate') await edits.endEverywhere(added.id);
    return { id: added.id, status: 'queued', submittedAt };
  }

  return submit;
}
