import type { Database } from '../database.ts';
import {
  deleteSubmission,
  discardSubmission,
  isDiskFull,
} from '../transactions.ts';

/** Deletes a submission, without a tombstone if the disk has no space for one. */
export async function discardOnDisk(
  database: Database,
  id: string,
  now: number,
): Promise<void> {
  try {
    await database.write((tx) => discardSubmission(tx, id, now));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    await database.write((tx) => deleteSubmission(tx, id));
  }
}
