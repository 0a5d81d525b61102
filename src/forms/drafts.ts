import { deleteEarlyInput, readEarlyInput } from '../boot/early-input.ts';
import { hasTexts, joinTexts, type Texts } from '../boot/join-texts.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { createId as createUuid, outbox } from '../submissions/outbox.ts';
import {
  getForgetMark,
  whenForgetMarkIsKnown,
} from '../visitor/forget-mark.ts';
import { createDraftDisk } from './draft-disk.ts';
import {
  createDraftForgetting,
  type ForgetPlatform,
} from './draft-forgetting.ts';
import {
  chooseId,
  createDraft,
  type Draft,
  type DraftName,
} from './draft-format.ts';
import { createDraftLocks, type LockPlatform } from './draft-locks.ts';
import {
  createDraftSearch,
  type FoundDrafts,
  type SearchPlatform,
} from './draft-search.ts';
import { createDraftSession } from './draft-session.ts';
import { listFormerKeys } from './former-drafts.ts';

// A draft is the text of one window's form. It has an id from its first letter on, and
// submitting hands this id over, so a draft whose id the outbox knows is not shown again.
// docs/decisions/0035-drafts-have-ids.md has the table of cases.
//
// A form opens its draft, saves each change of it, hands it over when it submits, and
// removes it at the thank-you. Each draft is in the session of its tab. A window that
// started as the installed app also has it on the disk, because the system kills
// installed apps. A lock shows other windows that the draft has an owner. Each of these
// has a file of its own (docs/decisions/0047-drafts-in-parts.md).

/** What drafts need of the browser and of the outbox. */
export interface DraftPlatform
  extends LockPlatform,
    ForgetPlatform,
    SearchPlatform {
  isStandalone(): boolean;
}

export type Drafts = ReturnType<typeof createDrafts>;

export function createDrafts(platform: DraftPlatform) {
  const { getSessionStorage, createId, events } = platform;
  /** The drafts that the forms of this page show. */
  const shownDrafts = new Map<DraftName, Draft>();
  /** The calls of `open` that have not found their draft yet. */
  const openings = new Map<DraftName, Promise<Draft | undefined>>();
  const session = createDraftSession(getSessionStorage, createId);
  const disk = createDraftDisk();
  const locks = createDraftLocks(platform, renewId);
  const search = createDraftSearch(platform, session, disk, locks);
  const forgetting = createDraftForgetting(platform, locks, forgetDrafts);
  let hasStarted = false;
  let isApp = false;
  let forgetCount = 0;

  /** Runs before the first use, because the module is also loaded to prerender pages. */
  function start(): void {
    if (hasStarted) return;
    hasStarted = true;
    isApp = session.recordStart(platform.isStandalone());
    forgetting.listen();
    events.addEventListener('visibilitychange', disk.write, true);
    events.addEventListener('pagehide', disk.write);
    events.addEventListener('pageshow', handlePageShow);
  }

  // --- Open ---

  /**
   * Resolves with the draft that the form shall show, or undefined. Until then the form
   * keeps what is typed apart, as early input, which is part of the draft afterwards.
   */
  function open(form: FormName, name: DraftName): Promise<Draft | undefined> {
    start();
    const opening =
      openings.get(name) ??
      findAndShow(form, name).finally(() => openings.delete(name));
    openings.set(name, opening);
    return opening;
  }

  async function findAndShow(
    form: FormName,
    name: DraftName,
  ): Promise<Draft | undefined> {
    if (shownDrafts.has(name)) return shownDrafts.get(name);

    const earlierForgetCount = forgetCount;
    const found = await search.find(form, name, isApp);
    // "Forget me" was pressed in another tab meanwhile.
    if (forgetCount !== earlierForgetCount) return undefined;

    // Read only now, because the visitor may have typed meanwhile.
    const early = readEarlyInput(form, getSessionStorage);
    deleteEarlyInput(form, getSessionStorage);

    const earlyTexts = joinTexts(found.typedBeforeLoad, early?.typed);
    if (hasTexts(earlyTexts)) {
      const newId = found.newId ?? early?.id ?? createId();
      await showJoined(name, found, earlyTexts, newId);
    } else showFound(name, found);
    return shownDrafts.get(name);
  }

  /** Shows what was found together with the early input. */
  async function showJoined(
    name: DraftName,
    { own, orphan }: FoundDrafts,
    earlyTexts: Texts,
    newId: string,
  ): Promise<void> {
    const typed = joinTexts((own ?? orphan)?.typed, earlyTexts);
    saveText(name, typed, own ?? createDraft(newId));
    if (!orphan) return;

    // The joined text has the early input's id, not the orphan's: if a restored tab brings
    // that input back, only this id shows that it was submitted.
    giveUp(orphan.id);
    await disk.write();
  }

  function showFound(
    name: DraftName,
    { own, orphan, isOnDisk }: FoundDrafts,
  ): void {
    const draft = own ?? orphan;
    if (!draft) return;

    const shownDraft = setShown(name, draft);
    // Writing an unchanged draft again would delay its expiry.
    if (isApp && !isOnDisk) disk.saveSoon(name, shownDraft);
  }

  // --- Save, hand over, remove ---

  /**
   * Saves what the form shows. If `typed` is undefined, deletes the draft, unless it was
   * submitted, because its id must stay known.
   */
  function save(name: DraftName, typed: Values | undefined): void {
    if (typed) saveText(name, typed);
    else if (shownDrafts.get(name)?.submitted) saveText(name, {});
    else remove(name);
  }

  /** Resolves with the id to submit this text under. The outbox keeps it. */
  async function handOver(name: DraftName, typed: Values): Promise<string> {
    const { id } = saveText(name, typed);
    // If another window holds the lock of this id, the draft then has another one.
    await locks.hold(id);
    const draft = shownDrafts.get(name);
    // "Forget me" was pressed in another tab meanwhile.
    if (!draft) return id;

    update(name, { ...draft, submitted: { id: draft.id, values: typed } });
    return draft.id;
  }

  /** Saves a text, under another id if it has changed since its id was handed over. */
  function saveText(
    name: DraftName,
    typed: Values,
    draft = shownDrafts.get(name) ?? createDraft(createId()),
  ): Draft {
    const id = chooseId(draft, typed, createId);
    if (id !== draft.id) giveUp(draft.id);
    return update(name, { ...draft, id, typed });
  }

  function remove(name: DraftName): void {
    const draft = shownDrafts.get(name) ?? session.read(name);
    shownDrafts.delete(name);
    session.remove(name);
    if (draft) giveUp(draft.id);
  }

  /** Gives up an id that no text of this window has any more. */
  function giveUp(id: string): void {
    locks.release(id);
    if (isApp) disk.remove(id);
  }

  /** Saves a draft that has changed, and returns it. */
  function update(name: DraftName, draft: Draft): Draft {
    const revision = draft.revision + 1;
    const updatedDraft = setShown(name, { ...draft, revision });
    if (isApp) disk.saveSoon(name, updatedDraft);
    void whenForgetMarkIsKnown().then(correctMarks);
    return updatedDraft;
  }

  /** Without the last mark, the next page would not show what was typed in this one. */
  function correctMarks(): void {
    for (const [name, draft] of shownDrafts)
      if (draft.mark !== getForgetMark()) update(name, draft);
  }

  /** Makes a draft the one that this page's form shows: in its session, with its lock. */
  function setShown(
    name: DraftName,
    { id, typed, submitted, revision }: Draft,
  ): Draft {
    const draft = { id, typed, submitted, revision, mark: getForgetMark() };
    shownDrafts.set(name, draft);
    session.write(name, draft);
    void locks.hold(id);
    return draft;
  }

  /** Another window has this draft now, so what this page shows becomes another one. */
  function renewId(id: string): void {
    for (const [name, draft] of shownDrafts)
      if (draft.id === id) update(name, { ...draft, id: createId() });
  }

  /**
   * Forgets what the forms show if the page comes from the back-forward cache. Another page
   * of this tab may have changed or submitted a draft, so the forms open it again.
   */
  function handlePageShow(event: Event & { persisted?: boolean }): void {
    if (!event.persisted) return;
    shownDrafts.clear();
    void locks.resume();
  }

  // --- Forget ---

  function forgetDrafts(): void {
    forgetCount += 1;
    shownDrafts.clear();
    session.clear();
    disk.discardChanges();
  }

  // --- Maintain ---

  /**
   * Holds the locks of this window's drafts, also of those that no form shows, so that
   * other windows know of them. Moves the app's former drafts. In the app, also
   * saves what an earlier page had no time to save, counts the age of the drafts on the
   * disk, and deletes old ones.
   */
  async function maintain(trustedSince: number): Promise<void> {
    start();
    for (const [, { id }] of session.listDrafts()) await locks.hold(id);
    // Only the app has drafts on the disk.
    if (!isApp && listFormerKeys().length === 0) return;

    await whenForgetMarkIsKnown();
    const heldIds = await locks.listHeld();
    disk.tidyUp(session.listDrafts, heldIds, trustedSince);
  }

  return {
    /** The draft that this page's form shows, if `open` has found or `save` created one. */
    get: (name: DraftName): Draft | undefined => shownDrafts.get(name),
    open,
    save,
    handOver,
    remove,
    /** Calls the listener when the visitor has pressed "Forget me" in any tab. */
    onForget: forgetting.subscribe,
    maintain,
    /** For the code of "Forget me", which loads with its button. */
    parts: { platform, start, session, disk, locks, forgetting },
  };
}

/** The drafts of this page. */
export const drafts = createDrafts({
  getSessionStorage: () => sessionStorage,
  isStandalone: () => matchMedia('(display-mode: standalone)').matches,
  openChannel: () => new BroadcastChannel('pear-drafts'),
  locks: globalThis.navigator?.locks,
  events: globalThis,
  createId: createUuid,
  isHandedOver: outbox.isHandedOver,
});
