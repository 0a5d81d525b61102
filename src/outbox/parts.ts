import { createChanges } from './changes.ts';
import { createDatabase } from './database.ts';
import { createLocks } from './locks.ts';
import type { Platform } from './platform.ts';

/** What every outbox consists of. Its functions share these objects. */
export type OutboxParts = ReturnType<typeof createParts>;

/** `name` is that of the database. The names of the locks and of the channel begin with it. */
export function createParts(name: string, platform: Platform) {
  const changes = createChanges(name, platform);
  // A write that commits announces the change. No caller has to remember it.
  const database = createDatabase(name, platform, changes.announce);
  const locks = createLocks(name, platform);
  return { name, platform, changes, database, locks };
}
