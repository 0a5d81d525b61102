import { readEarlyInput } from '../boot/early-input.ts';
import type { Texts } from '../boot/join-texts.ts';
import type { FormName } from '../form-definitions/forms.ts';
import {
  getForgetMark,
  whenForgetMarkIsKnown,
} from '../visitor/forget-mark.ts';
import type { DraftDisk } from './draft-disk.ts';
import type { Draft, DraftName } from './draft-format.ts';
import type { DraftLocks } from './draft-locks.ts';
import type { DraftSession } from './draft-session.ts';

/** What the search needs of the browser and of the outbox. */
export interface SearchPlatform {
  /** Throws if the browser forbids storage. */
  getSessionStorage(): Storage;
  createId(): string;
  /** Whether the outbox knows the id. Rejects if the outbox cannot be read. */
  isHandedOver(id: string): Promise<boolean>;
}

/** The texts that a form may show. */
export interface FoundDrafts {
  /** This window's draft. */
  own?: Draft | undefined;
  /** If there is no own draft, a draft on the disk that no window has any more. */
  orphan?: Draft | undefined;
  /** What was typed before this load of the page, and did not reach a draft. */
  typedBeforeLoad?: Texts | undefined;
  /** The id for a new draft that begins with early input. */
  newId?: string | undefined;
  /** Whether the disk has the found draft in the same state. */
  isOnDisk?: boolean;
}

/** The id of a text, and the mark of the last "Forget me" before it was stored. */
interface Provenance {
  id?: string | undefined;
  mark?: string | undefined;
}

/**
 * Finds the texts that a form may show, and deletes those that were forgotten or handed
 * over. The window then holds the lock of each text that it has found.
 */
export function createDraftSearch(
  { getSessionStorage, createId, isHandedOver }: SearchPlatform,
  session: DraftSession,
  disk: DraftDisk,
  locks: DraftLocks,
) {
  /** Only a window of the installed app searches the disk. */
  async function find(
    form: FormName,
    name: DraftName,
    isApp: boolean,
  ): Promise<FoundDrafts> {
    const own = await findInSession(name);
    const early = await findEarly(form, own);
    if (!isApp) return { own, ...early };

    // Each window has its own text, so only a window without a draft takes one over.
    if (!own) {
      const orphan = await findOrphan(name);
      return { orphan, ...early, isOnDisk: true };
    }

    const copy = await disk.read(own.id);
    const isOnDisk = copy !== undefined && copy.revision >= own.revision;
    return { own: isOnDisk ? copy : own, ...early, isOnDisk };
  }

  /** Returns this window's draft, unless it must not be shown. */
  async function findInSession(name: DraftName): Promise<Draft | undefined> {
    const draft = session.read(name);
    if (!draft) return undefined;

    if (await canShow(draft)) {
      return { ...draft, id: await claimId(draft.id) };
    }
    session.remove(name);
    return undefined;
  }

  /** Finds what was typed before this load of the page, unless it must not be shown. */
  async function findEarly(
    form: FormName,
    own: Draft | undefined,
  ): Promise<Pick<FoundDrafts, 'typedBeforeLoad' | 'newId'>> {
    const early = readEarlyInput(form, getSessionStorage);
    if (!early) return {};
    // That input was forgotten or sent, so what is typed in this load gets another id.
    if (!(await canShow(early))) return { newId: createId() };

    const newId = own ? undefined : await claimId(early.id);
    return { typedBeforeLoad: early.typedBeforeLoad, newId };
  }

  /** Returns a draft whose window is gone. This window has it from now on. */
  async function findOrphan(name: DraftName): Promise<Draft | undefined> {
    for (const draft of await disk.list(name)) {
      if (!(await canShow(draft))) {
        disk.remove(draft.id);
      } else if (await locks.hold(draft.id)) {
        // The window that had the lock may have changed or removed the draft meanwhile.
        const orphan = await disk.read(draft.id);
        if (orphan) return orphan;
        locks.release(draft.id);
      }
    }
    return undefined;
  }

  /** Whether a text was neither forgotten nor handed over. */
  async function canShow({ id, mark }: Provenance): Promise<boolean> {
    const [isKnown] = await Promise.all([
      // If the outbox cannot be read, nothing shows that it knows the id.
      id !== undefined && isHandedOver(id).catch(() => false),
      whenForgetMarkIsKnown(),
    ]);
    return !isKnown && mark === getForgetMark();
  }

  /**
   * Returns the id, or another one if another window has it. A duplicated tab has a copy
   * of a draft, which is another text from now on.
   */
  async function claimId(id = createId()): Promise<string> {
    return (await locks.hold(id)) ? id : createId();
  }

  return { find };
}
