import {
  createSubmission,
  isReadable,
  type Submission,
} from '../submission.ts';
import { addSubmission } from '../transactions.ts';
import type { PageDelivery } from './page-delivery.ts';
import type { PageParts } from './page-parts.ts';
import { SubmitError, type SubmitResult } from './submit-result.ts';

export interface SubmitOptions {
  /** A new id for a new text. A repeated submit of the same text repeats the id. */
  id: string;
  /** Id of the submission that this one replaces. */
  replaces?: string | undefined;
}

/** Takes what a visitor submits: stores it, or sends it if the disk fails. */
export function createSubmit(
  { database, locks, edits, knowledge, platform, nextMoment }: PageParts,
  getDelivery: () => Promise<PageDelivery>,
) {
  /**
   * Resolves once the submission is stored, or delivered if storing fails. Otherwise
   * throws SubmitError. For the twin of a stored submission, resolves with that one's id.
   */
  async function submit(
    form: string,
    values: Submission['values'],
    { id, replaces }: SubmitOptions,
  ): Promise<SubmitResult> {
    const submission = createSubmission(id, form, values, platform.now());
    if (!isReadable(submission)) throw new TypeError('A value is no text');

    // Meanwhile nobody sends or deletes the submission to replace.
    const idsToHold = replaces === undefined ? [] : [replaces];
    const stored = await locks.holdAll(idsToHold, () =>
      store(submission, replaces),
    );
    if (stored) return stored;

    const { sendDirectly } = await getDelivery().catch(() => {
      throw new SubmitError(id, 'no-code');
    });
    return sendDirectly(submission, replaces);
  }

  /** Resolves with undefined if the disk has failed. */
  async function store(
    submission: Submission,
    replaces: string | undefined,
  ): Promise<SubmitResult | undefined> {
    const added = await database
      .write(async (tx) => {
        const match = await addSubmission(tx, submission, replaces, knowledge);
        // A read that begins later waits for this transaction.
        return { ...match, submitMoment: nextMoment() };
      })
      .catch(() => undefined);
    if (!added) return undefined;

    if (added.kind === 'conflict') {
      throw new SubmitError(submission.id, 'conflict');
    }

    if (replaces !== undefined) await edits.endHere(replaces);
    // If another tab edits the twin, its lock would prevent the delivery.
    if (added.kind === 'twin') await edits.endEverywhere(added.id);
    const { id, submitMoment } = added;
    return { id, status: 'queued', submitMoment };
  }

  return submit;
}
