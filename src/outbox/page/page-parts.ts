import { createParts } from '../parts.ts';
import type { Platform } from '../platform.ts';
import { createEdits } from './edits.ts';

/** What a page's outbox consists of. */
export type PageParts = ReturnType<typeof createPageParts>;

export function createPageParts(name: string, platform: Platform) {
  const parts = createParts(name, platform);
  const edits = createEdits(parts.database, parts.locks);
  const { idsWithoutReceipt } = parts.changes;
  const knowledge = { idsWithoutReceipt, withdrawnIds: edits.withdrawnIds };
  let moment = 0;

  /** Returns a larger number at each call. A browser's clock may show two events alike. */
  function nextMoment(): number {
    moment += 1;
    return moment;
  }

  return { ...parts, edits, knowledge, nextMoment };
}
