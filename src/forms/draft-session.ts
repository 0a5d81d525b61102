import { draftPrefix, earlyPrefix } from '../boot/early-input.ts';
import {
  type Draft,
  type DraftName,
  type NamedDraft,
  parseDraft,
} from './draft-format.ts';

/** The key under which a window remembers that it started as the installed app. */
const windowKey = 'pear-window';

export type DraftSession = ReturnType<typeof createDraftSession>;

/**
 * The drafts in a tab's sessionStorage, which ends with the tab. If storage is full or
 * forbidden, a draft is kept here, and ends with the page.
 */
export function createDraftSession(
  getSessionStorage: () => Storage,
  createId: () => string,
) {
  const unstoredDrafts = new Map<DraftName, Draft>();

  /** Returns undefined if the browser forbids storage. */
  function findStorage(): Storage | undefined {
    try {
      return getSessionStorage();
    } catch {
      return undefined;
    }
  }

  function read(name: DraftName): Draft | undefined {
    const text = findStorage()?.getItem(draftPrefix + name) ?? '';
    return unstoredDrafts.get(name) ?? parseDraft(text, createId);
  }

  function write(name: DraftName, draft: Draft): void {
    try {
      getSessionStorage().setItem(draftPrefix + name, JSON.stringify(draft));
      unstoredDrafts.delete(name);
    } catch {
      // An older text must not return in place of this one.
      remove(name);
      unstoredDrafts.set(name, draft);
    }
  }

  function remove(name: DraftName): void {
    unstoredDrafts.delete(name);
    findStorage()?.removeItem(draftPrefix + name);
  }

  /** Lists the keys of drafts and of early input. */
  function listKeys(): string[] {
    return Object.keys(findStorage() ?? {}).filter(
      (key) => key.startsWith(draftPrefix) || key.startsWith(earlyPrefix),
    );
  }

  return {
    read,
    write,
    remove,

    listDrafts(): NamedDraft[] {
      return listKeys()
        .filter((key) => key.startsWith(draftPrefix))
        .flatMap((key) => {
          const name = key.slice(draftPrefix.length) as DraftName;
          const draft = read(name);
          return draft ? [[name, draft] as const] : [];
        });
    },

    /** Whether there is neither a draft nor early input. */
    isEmpty: () => unstoredDrafts.size === 0 && listKeys().length === 0,

    /** Deletes all drafts and early input. */
    clear(): void {
      unstoredDrafts.clear();
      for (const key of listKeys()) findStorage()?.removeItem(key);
    },

    /**
     * Returns whether the window started as the installed app, and remembers it, because
     * in full screen the display mode is another one.
     */
    recordStart(isStandalone: boolean): boolean {
      try {
        const storage = getSessionStorage();
        if (isStandalone) storage.setItem(windowKey, 'app');
        return storage.getItem(windowKey) === 'app';
      } catch {
        // Storage is full or forbidden, so only this page knows.
        return isStandalone;
      }
    },
  };
}
