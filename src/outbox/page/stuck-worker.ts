import type { Platform } from '../platform.ts';
import { isDue, type Submission } from '../submission.ts';
import type { Operations } from './operations.ts';

/** Milliseconds without an attempt after which the worker counts as stuck: two polls. */
const stuckAfter = 50_000;

/** Finds out whether the worker leaves due submissions as they are. */
export function createStuckWorkerCheck(
  { isEdited }: Pick<Operations, 'isEdited'>,
  platform: Platform,
) {
  /** The overdue submissions at the last call of `record`. */
  let overdue: readonly Submission[] = [];
  let unchangedSince = 0;

  function record(queued: readonly Submission[]): void {
    const now = platform.now();
    const previous = overdue;
    overdue = queued.filter((submission) => isDue(submission, now));
    if (!haveSameAttempts(overdue, previous)) {
      unchangedSince = platform.elapsed();
    }
  }

  async function check(): Promise<boolean> {
    if (platform.elapsed() - unchangedSince < stuckAfter) return false;

    for (const { id } of overdue) {
      // The worker does not send what a visitor edits.
      if (!(await isEdited(id))) return true;
    }
    return false;
  }

  return { record, check };
}

/** Whether two lists have the same submissions, each after the same number of attempts. */
function haveSameAttempts(
  a: readonly Submission[],
  b: readonly Submission[],
): boolean {
  return (
    a.length === b.length &&
    a.every(
      ({ id, attempts }, index) =>
        id === b[index]?.id && attempts === b[index].attempts,
    )
  );
}
