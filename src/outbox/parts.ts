import type { Changes } from './changes.ts';
import type { Database } from './database.ts';
import type { Edits } from './edits.ts';
import type { Locks } from './locks.ts';
import type { Platform } from './platform.ts';

/** What an outbox consists of. Its functions share these objects. */
export interface OutboxParts {
  name: string;
  database: Database;
  locks: Locks;
  edits: Edits;
  changes: Changes;
  platform: Platform;
  /** Returns a larger number at each call in this page. */
  nextMoment(): number;
}
