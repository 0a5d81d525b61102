import { loadChunk } from '../async/load-chunk.ts';
import {
  deleteEarlyInput,
  draftPrefix,
  type EarlyInput,
  earlyPrefix,
  readEarlyInput,
  writeEarlyInput,
} from '../boot/early-input.ts';
import { joinTexts, type Texts } from '../boot/join-texts.ts';
import type { Values } from '../form-definitions/form-definition.ts';
import type { FormName } from '../form-definitions/forms.ts';
import { createId as createUuid, outbox } from '../submissions/outbox.ts';
import {
  getForgetMark,
  startForgetting,
  whenForgetMarkIsKnown,
} from '../visitor/forget-mark.ts';
import type { StoredDraft } from '../visitor/visitor-database.ts';
import {
  chooseId,
  type Draft,
  type DraftName,
  listFormerKeys,
  parseDraft,
} from './draft.ts';
import { createDraftLocks, type LockPlatform } from './draft-locks.ts';

// A draft is the text of one window's form. It has an id from its first letter on, and
// submitting hands this id over, so a draft whose id the outbox knows is not shown again.
// docs/decisions/0035-drafts-have-ids.md has the table of cases.
//
// Each draft stands in the window's sessionStorage, which ends with the tab. A window that
// started as the installed app also writes it to the disk, because the system kills
// installed apps. `open` decides which text a form shows, in this order: was it forgotten,
// was it handed over, does another window have it, is there a newer copy on the disk, or a
// draft that no window has any more. Until then the form keeps what is typed apart.

/** What drafts need of the browser and of the outbox. */
export interface DraftPlatform extends LockPlatform {
  /** Throws if the browser forbids storage. */
  getSession(): Storage;
  isStandalone(): boolean;
  openChannel(): Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
  createId(): string;
  findHandedOver(ids: readonly string[]): Promise<Set<string>>;
}

/** The key under which a window remembers that it started as the installed app. */
const windowKey = 'pear-window';
/** Milliseconds within which typed text is written to the disk. */
const diskDelay = 1000;
/** Milliseconds between two looks at whether the other tabs have forgotten. */
const forgetPollInterval = 20;
/** Milliseconds that "Forget me" waits for a tab that does not answer. */
const forgetTimeout = 5000;

export function createDrafts(platform: DraftPlatform) {
  const { getSession, createId } = platform;
  /** The drafts that the forms of this page show. */
  const openDrafts = new Map<DraftName, Draft>();
  /** The calls of `open` that have not found their draft yet. */
  const openings = new Map<DraftName, Promise<Draft | undefined>>();
  /** The drafts that only this page has, because storage is full or forbidden. */
  const unstoredNames = new Set<DraftName>();
  /** The drafts that the disk does not have yet. */
  const unsavedNames = new Set<DraftName>();
  const forgetListeners = new Set<() => void>();
  const locks = createDraftLocks(platform, renewId);
  let isApp = false;
  let diskTimer: ReturnType<typeof setTimeout> | undefined;
  /** Writes happen one after the other, in the order of their causes. */
  let lastWrite: Promise<unknown> = Promise.resolve();
  let channel: ReturnType<typeof openForgetChannel>;
  let hasStarted = false;
  let forgetCount = 0;

  /** Runs before the first use, because the module is also loaded to prerender pages. */
  function start(): void {
    if (hasStarted) return;
    hasStarted = true;
    isApp = startsAsApp(platform);
    channel = openForgetChannel();
    platform.events.addEventListener('visibilitychange', saveToDisk, true);
    platform.events.addEventListener('pagehide', saveToDisk);
    platform.events.addEventListener('pageshow', handlePageShow);
  }

  /**
   * Resolves with the draft that the form shall show, or undefined. Early input is part
   * of it from then on.
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
    const knownDraft = openDrafts.get(name);
    if (knownDraft) return knownDraft;

    const earlierForgetCount = forgetCount;
    const own = await findOwn(form, name);
    const found = isApp
      ? await findOnDisk(name, own ?? createEarlyDraft(form))
      : own;
    // "Forget me" was pressed in another tab meanwhile.
    if (forgetCount !== earlierForgetCount) return undefined;

    // Read only now, because the visitor may have typed meanwhile.
    const early = readEarlyInput(form, getSession);
    deleteEarlyInput(form, getSession);
    if (early && hasTexts(early.typed)) {
      const draft = found ?? createDraft(early.id);
      save(name, joinTexts(found?.typed, early.typed), draft);
    } else if (found && !isEmpty(found)) {
      show(name, found);
      // Writing an unchanged draft would delay its expiry.
      if (found === own) saveToDiskSoon(name);
    }
    return openDrafts.get(name);
  }

  /** Returns the draft that the early input of this page load is going to become. */
  function createEarlyDraft(form: FormName): Draft | undefined {
    const early = readEarlyInput(form, getSession);
    return early && createDraft(early.id);
  }

  /** Returns this window's draft with its early input, unless it must not be shown. */
  async function findOwn(
    form: FormName,
    name: DraftName,
  ): Promise<Draft | undefined> {
    const stored = readSession(name);
    const early = readEarlyInput(form, getSession);
    if (!stored && !early) return undefined;

    const ids = [stored?.id, early?.id].filter((id) => id !== undefined);
    const [handedOver] = await Promise.all([
      findHandedOver(ids),
      whenForgetMarkIsKnown(),
    ]);
    const mark = getForgetMark();
    const canShow = (found: { id?: string | undefined; mark?: unknown }) =>
      found.mark === mark && !handedOver.has(found.id ?? '');

    const draft = stored && canShow(stored) ? stored : undefined;
    if (stored && !draft) deleteSession(name);
    const earlier = early && canShow(early) ? early.earlier : {};
    if (early && !canShow(early)) renewEarlyInput(form, early);

    const typed = joinTexts(draft?.typed, earlier);
    if (!draft && !hasTexts(typed)) return undefined;
    const id = draft
      ? chooseId(draft, typed, createId)
      : (early?.id ?? createId());
    if (draft && id !== draft.id) giveUp(draft.id);
    const isExtended = hasTexts(earlier);
    const revision = (draft?.revision ?? 0) + (isExtended ? 1 : 0);
    const own = { ...draft, id, typed, revision };
    // A duplicated tab has a copy of the draft, which is another text from now on.
    const isOwn = await locks.hold(id);
    return isOwn ? own : { ...own, id: createId() };
  }

  /** Keeps only what was typed in this page load, as a text of its own. */
  function renewEarlyInput(form: FormName, early: EarlyInput): void {
    const input = { id: createId(), mark: getForgetMark(), earlier: {} };
    writeEarlyInput(form, { ...input, typed: early.typed }, getSession);
  }

  /** Returns none if the outbox cannot be read, because then nothing shows that it has any. */
  async function findHandedOver(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    return platform.findHandedOver(ids).catch(() => new Set<string>());
  }

  /** Returns the draft, a newer copy of it, or a draft that no window has any more. */
  async function findOnDisk(
    name: DraftName,
    own: Draft | undefined,
  ): Promise<Draft | undefined> {
    await whenForgetMarkIsKnown();
    const found = await listOnDisk(name);
    const copy = found.find(({ id }) => id === own?.id);
    if (own && copy) return copy.revision >= own.revision ? copy : own;

    // Each window has its own text, so only a window without a draft takes one over.
    if (own && readSession(name)) return own;
    const handedOver = await findHandedOver(found.map(({ id }) => id));
    for (const candidate of found) {
      const isUseless =
        candidate.mark !== getForgetMark() || handedOver.has(candidate.id);
      if (isUseless) writeToDisk((disk) => disk.deleteDraft(candidate.id));
      else if (await locks.hold(candidate.id)) {
        const adopted = await adopt(candidate.id, name, own);
        if (adopted) return adopted;
      }
    }
    return own;
  }

  /** Takes over a draft whose lock this window holds. It may be gone meanwhile. */
  async function adopt(
    id: string,
    name: DraftName,
    own: Draft | undefined,
  ): Promise<Draft | undefined> {
    const disk = await loadDisk();
    const orphan = await disk.readDraft(id).catch(() => undefined);
    if (orphan && !own && !disk.isOfFormerRelease(orphan)) return orphan;

    locks.release(id);
    if (!orphan) return undefined;
    // One transaction replaces the orphan, so that its text cannot come back.
    const joined: Draft = {
      id: own?.id ?? createId(),
      typed: joinTexts(orphan.typed, own?.typed),
      mark: getForgetMark(),
      revision: 1 + (own?.revision ?? 0),
    };
    await disk.replaceDraft(id, name, joined).catch(() => undefined);
    return joined;
  }

  /** Saves what the form shows, or deletes the draft if `typed` is undefined. */
  function save(
    name: DraftName,
    typed: Values | undefined,
    draft = openDrafts.get(name) ?? createDraft(),
  ): void {
    if (!typed && !draft.submitted) {
      remove(name);
      return;
    }

    const id = chooseId(draft, typed ?? {}, createId);
    if (id !== draft.id) giveUp(draft.id);
    const revision = draft.revision + 1;
    store(name, { ...draft, id, typed: typed ?? {}, revision });
  }

  /** Returns the id to submit this text under. The outbox keeps it. */
  function handOver(name: DraftName, typed: Values): string {
    save(name, typed);
    const draft = openDrafts.get(name) ?? createDraft();
    const submitted = { id: draft.id, values: typed };
    store(name, { ...draft, submitted, revision: draft.revision + 1 });
    return draft.id;
  }

  function createDraft(id = createId()): Draft {
    return { id, typed: {}, revision: 0 };
  }

  function remove(name: DraftName): void {
    const { id } = openDrafts.get(name) ?? readSession(name) ?? {};
    openDrafts.delete(name);
    deleteSession(name);
    if (id) giveUp(id);
  }

  /** No text of this window has the id any more. */
  function giveUp(id: string): void {
    locks.release(id);
    if (isApp) writeToDisk((disk) => disk.deleteDraft(id));
  }

  function store(name: DraftName, draft: Draft): void {
    show(name, draft);
    saveToDiskSoon(name);
    void whenForgetMarkIsKnown().then(correctMarks);
  }

  /** Without the last mark, the next page would not show what was typed in this one. */
  function correctMarks(): void {
    for (const [name, draft] of openDrafts)
      if (draft.mark !== getForgetMark()) store(name, draft);
  }

  function show(name: DraftName, draft: Draft): void {
    const { id, typed, submitted, revision } = draft;
    const marked = { id, typed, submitted, revision, mark: getForgetMark() };
    openDrafts.set(name, marked);
    writeSession(name, marked);
    void locks.hold(id);
  }

  /** Another window has this draft now, so what this page shows becomes another one. */
  function renewId(id: string): void {
    for (const [name, draft] of openDrafts)
      if (draft.id === id) store(name, { ...draft, id: createId() });
  }

  /**
   * Forgets what the forms show if the page comes from the back-forward cache. Another page
   * of this tab may have changed or submitted a draft, so the forms open it again.
   */
  function handlePageShow(event: Event & { persisted?: boolean }): void {
    if (!event.persisted) return;
    for (const name of openDrafts.keys())
      if (!unstoredNames.has(name)) openDrafts.delete(name);
    void locks.resume();
  }

  // --- sessionStorage ---

  function readSession(name: DraftName): Draft | undefined {
    try {
      const text = getSession().getItem(draftPrefix + name);
      return text === null ? undefined : parseDraft(text, createId);
    } catch {
      return undefined;
    }
  }

  function writeSession(name: DraftName, draft: Draft): void {
    try {
      const text = JSON.stringify(draft);
      getSession().setItem(draftPrefix + name, text);
      unstoredNames.delete(name);
    } catch {
      unstoredNames.add(name);
      // Storage is full or forbidden. An older text must not return in place of this one.
      deleteSession(name);
    }
  }

  function deleteSession(name: DraftName): void {
    try {
      getSession().removeItem(draftPrefix + name);
    } catch {
      // A browser that forbids storage has stored nothing.
    }
  }

  function listSessionKeys(): string[] {
    try {
      return Object.keys(getSession()).filter(
        (key) => key.startsWith(draftPrefix) || key.startsWith(earlyPrefix),
      );
    } catch {
      return [];
    }
  }

  // --- The disk ---

  function writeToDisk(write: (disk: Disk) => Promise<unknown>): void {
    lastWrite = lastWrite
      .then(loadDisk)
      .then(write)
      .catch(() => undefined);
  }

  /** Returns none if the disk cannot be read. */
  async function listOnDisk(name?: DraftName): Promise<StoredDraft[]> {
    try {
      const disk = await loadDisk();
      await disk.moveFormerDrafts();
      return await disk.listDrafts(name);
    } catch {
      return [];
    }
  }

  function saveToDiskSoon(name: DraftName): void {
    if (!isApp) return;
    unsavedNames.add(name);
    diskTimer ??= setTimeout(saveToDisk, diskDelay);
  }

  function saveToDisk(): void {
    clearTimeout(diskTimer);
    diskTimer = undefined;
    for (const name of unsavedNames) {
      writeToDisk(async (disk) => {
        const draft = openDrafts.get(name);
        if (draft) await disk.saveDraft(name, draft);
      });
    }
    unsavedNames.clear();
  }

  // --- Forgetting ---

  function openForgetChannel() {
    try {
      const newChannel = platform.openChannel();
      newChannel.onmessage = forgetInThisPage;
      return newChannel;
    } catch {
      // Firefox throws if cookies are blocked. Then this page has stored nothing either.
      return undefined;
    }
  }

  /** The other windows release their locks when they have forgotten. */
  function forgetInThisPage(): void {
    forgetCount += 1;
    openDrafts.clear();
    unsavedNames.clear();
    for (const key of listSessionKeys()) getSession().removeItem(key);
    for (const listener of forgetListeners) listener();
    locks.releaseAll();
  }

  async function forgetAll(): Promise<void> {
    start();
    const forgottenIds = await locks.listElsewhere();
    // If the mark did not reach the disk, what is stored is deleted all the same.
    await startForgetting(createId()).catch(() => undefined);
    forgetInThisPage();
    for (const key of listFormerKeys()) localStorage.removeItem(key);
    channel?.postMessage('forget');

    const startTime = performance.now();
    const isWaiting = async () => {
      const ids = await locks.listElsewhere();
      return ids.some((id) => forgottenIds.includes(id));
    };
    while (performance.now() - startTime < forgetTimeout && (await isWaiting()))
      await new Promise((done) => setTimeout(done, forgetPollInterval));
  }

  /** Whether any window of this browser has a draft, or the disk. */
  async function hasAny(): Promise<boolean> {
    if (openDrafts.size > 0 || listSessionKeys().length > 0) return true;
    if ((await locks.listElsewhere()).length > 0) return true;
    const stored = await listOnDisk();
    // Another window may have written a draft while it was forgotten.
    const isForgotten = ({ mark }: Draft) => mark !== getForgetMark();
    return !stored.every(isForgotten) || listFormerKeys().length > 0;
  }

  /**
   * Holds the locks of this window's drafts, also of those that no form shows, so that
   * other windows know of them. Moves the drafts of the last release. In the app, also
   * counts the age of the drafts on the disk, and deletes old ones.
   */
  async function maintain(trustedSince: number): Promise<void> {
    start();
    for (const key of listSessionKeys()) {
      if (!key.startsWith(draftPrefix)) continue;
      const draft = readSession(key.slice(draftPrefix.length) as DraftName);
      if (draft) await locks.hold(draft.id);
    }
    const hasFormerDrafts = listFormerKeys().length > 0;
    // Only the app has drafts on the disk.
    if (!isApp && !hasFormerDrafts) return;

    await whenForgetMarkIsKnown();
    const heldIds = await locks.listHeld();
    writeToDisk(async (disk) => {
      await disk.moveFormerDrafts();
      await disk.deleteExpiredDrafts(heldIds, trustedSince);
    });
  }

  return {
    /** The draft that this page's form shows, if `open` has found or `save` created one. */
    get: (name: DraftName): Draft | undefined => openDrafts.get(name),
    open,
    save,
    handOver,
    remove,
    hasAny,
    forgetAll,
    /** Calls the listener when the visitor has pressed "Forget me" in any tab. */
    onForget(listener: () => void): () => void {
      forgetListeners.add(listener);
      return () => void forgetListeners.delete(listener);
    },
    maintain,
  };
}

/**
 * Whether the window started as the installed app. In full screen the display mode is
 * another one, so the window remembers how it started.
 */
function startsAsApp({ getSession, isStandalone }: DraftPlatform): boolean {
  try {
    const session = getSession();
    if (isStandalone()) session.setItem(windowKey, 'app');
    return session.getItem(windowKey) === 'app';
  } catch {
    // Storage is full or forbidden, so only this page knows.
    return isStandalone();
  }
}

type Disk = typeof import('./draft-disk.ts');

/** Most visits need no disk, because only the app writes drafts to it. */
function loadDisk(): Promise<Disk> {
  return loadChunk('forms/draft-disk', () => import('./draft-disk.ts'));
}

function isEmpty({ typed, submitted }: Draft): boolean {
  return !submitted && !hasTexts(typed);
}

function hasTexts(texts: Texts): boolean {
  return Object.keys(texts).length > 0;
}

/** The drafts of this page. */
export const drafts = createDrafts({
  getSession: () => sessionStorage,
  isStandalone: () => matchMedia('(display-mode: standalone)').matches,
  openChannel: () => new BroadcastChannel('pear-drafts'),
  locks: globalThis.navigator?.locks,
  events: globalThis,
  createId: createUuid,
  findHandedOver: outbox.findHandedOver,
});
