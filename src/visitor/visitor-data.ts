import { loadChunk } from '../async/load-chunk.ts';
import type { Work } from './visitor-database.ts';

export type { StoredDraft } from './visitor-database.ts';

/** Most visits need no database, so its code loads at the first use. */
function loadDatabase() {
  const load = () => import('./visitor-database.ts');
  return loadChunk('visitor/visitor-database', load);
}

/** Reads in a transaction. Rejects if the database does not answer in time. */
export async function readVisitorData<T>(
  work: Work<'readonly', T>,
): Promise<T> {
  const { run } = await loadDatabase();
  return run('readonly', work);
}

/** Stores everything that the work writes, or nothing if the work fails. */
export async function writeVisitorData<T>(
  work: Work<'readwrite', T>,
): Promise<T> {
  const { run } = await loadDatabase();
  return run('readwrite', work);
}
