import { loadChunk } from '../async/load-chunk.ts';
import type { StoredDraft } from '../visitor/visitor-database.ts';
import type { Draft, DraftName, NamedDraft } from './draft-format.ts';

/** Milliseconds within which a change is written to the disk. */
const writeDelay = 1000;

export type DraftDisk = ReturnType<typeof createDraftDisk>;

/**
 * The drafts on the disk, which is IndexedDB. Collects changes, and writes them together
 * in one transaction. A disk that fails is ignored, because the tab has each draft, too.
 */
export function createDraftDisk() {
  const unsavedDrafts = new Map<DraftName, Draft>();
  const idsToDelete = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Writes happen one after the other, in the order of their causes. */
  let lastWrite: Promise<unknown> = Promise.resolve();

  function saveSoon(name: DraftName, draft: Draft): void {
    unsavedDrafts.set(name, draft);
    timer ??= setTimeout(write, writeDelay);
  }

  /** Deletes a draft, a microtask later, so that one transaction also saves its successor. */
  function remove(id: string): void {
    for (const [name, draft] of unsavedDrafts)
      if (draft.id === id) unsavedDrafts.delete(name);
    idsToDelete.add(id);
    queueMicrotask(write);
  }

  /** Resolves when all changes are written, or when writing has failed. */
  function write(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    if (idsToDelete.size + unsavedDrafts.size > 0) queue(writeChanges);
    return lastWrite;
  }

  /** Takes the changes only now, because "Forget me" may have discarded them meanwhile. */
  function writeChanges({ changeDrafts }: Transactions): Promise<void> {
    const deletedIds = [...idsToDelete];
    const savedDrafts = [...unsavedDrafts];
    discardChanges();
    return changeDrafts(deletedIds, savedDrafts);
  }

  function discardChanges(): void {
    idsToDelete.clear();
    unsavedDrafts.clear();
  }

  function queue(work: (code: Transactions) => Promise<unknown>): void {
    lastWrite = lastWrite
      .then(loadTransactions)
      .then(work)
      .catch(() => undefined);
  }

  return {
    saveSoon,
    remove,
    write,
    discardChanges,

    /** Moves the app's former drafts first. Returns none if the disk fails. */
    async list(name?: DraftName): Promise<StoredDraft[]> {
      try {
        const { moveFormerDrafts, listDrafts } = await loadTransactions();
        await moveFormerDrafts();
        return await listDrafts(name);
      } catch {
        return [];
      }
    },

    /** Returns undefined if the disk does not have the draft, or cannot be read. */
    async read(id: string): Promise<StoredDraft | undefined> {
      try {
        const { readDraft } = await loadTransactions();
        return await readDraft(id);
      } catch {
        return undefined;
      }
    },

    /**
     * Saves the window's drafts that an earlier page had no time to save. Then moves the
     * app's former drafts, and deletes drafts that have expired.
     */
    tidyUp(
      listWindowDrafts: () => NamedDraft[],
      heldIds: readonly string[],
      trustedSince: number,
    ): void {
      queue(async (transactions) => {
        await transactions.saveNewerDrafts(listWindowDrafts());
        await transactions.moveFormerDrafts();
        await transactions.deleteExpiredDrafts(heldIds, trustedSince);
      });
    },
  };
}

type Transactions = typeof import('./draft-transactions.ts');

/** Most visits need no disk, because only the app writes drafts to it. */
function loadTransactions(): Promise<Transactions> {
  return loadChunk(
    'forms/draft-transactions',
    () => import('./draft-transactions.ts'),
  );
}
