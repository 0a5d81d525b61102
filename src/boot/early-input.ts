import { hasTexts, joinTexts, type Texts, toTexts } from './join-texts.ts';

// What is typed before the app knows the draft, in sessionStorage. The fields of a static
// page are blank until then, so this input is kept apart from the draft, under the draft's
// id, and the app joins both.
//
// Each load of the page has its own texts. The fields show those of this load, and the
// visitor may still change them. Those of earlier loads are shown nowhere, because a
// reload empties the fields.

/** Prefix of the sessionStorage keys. The form's name follows. */
export const earlyPrefix = 'pear-early-';
export const draftPrefix = 'pear-draft-';
/** The key of the mark that "Forget me" has left in localStorage. */
export const forgetMarkKey = 'pear-forgotten';

/** What was typed into a form before its draft was known. */
export interface EarlyInput {
  /** The id of the draft, or undefined if the browser cannot create one here. */
  id?: string | undefined;
  /** The mark of the last "Forget me", if any. */
  mark?: string | undefined;
  /** What was typed in earlier loads of the page. */
  typedBeforeLoad: Texts;
  /** What was typed in this load of the page. */
  typed: Texts;
}

/** Stores what the form's fields show. */
export function storeEarlyInput(
  form: HTMLFormElement,
  changedField: string,
): void {
  try {
    const name = String(form.getAttribute('name'));
    const { id = findDraftId(name), loads } = readStored(name, sessionStorage);

    const typed = Object.fromEntries(new FormData(form));
    if (!typed[changedField]) {
      // The visitor has cleared the field, so its earlier input is not wanted either.
      for (const load of Object.values(loads)) {
        // `Object`, because another script may have stored null.
        delete Object(load)[changedField];
      }
    }
    loads[performance.timeOrigin] = typed;

    const mark = localStorage.getItem(forgetMarkKey);
    const json = JSON.stringify({ id, mark, loads });
    sessionStorage.setItem(earlyPrefix + name, json);
  } catch {
    // Storage may be full or forbidden. Then a reload loses the input.
  }
}

/** Returns undefined if no text is stored, or if the browser forbids storage. */
export function readEarlyInput(
  form: string,
  getSessionStorage: () => Storage,
): EarlyInput | undefined {
  try {
    const { id, mark, loads } = readStored(form, getSessionStorage());
    const { [performance.timeOrigin]: typed, ...earlierLoads } = loads;
    const earlierTexts = Object.values(earlierLoads).map(toFilledTexts);
    const input = {
      id: readString(id),
      mark: readString(mark),
      typedBeforeLoad: earlierTexts.reduce(joinTexts, {}),
      typed: toFilledTexts(typed),
    };
    const isBlank = !hasTexts(input.typedBeforeLoad) && !hasTexts(input.typed);
    return isBlank ? undefined : input;
  } catch {
    return undefined;
  }
}

export function deleteEarlyInput(
  form: string,
  getSessionStorage: () => Storage,
): void {
  try {
    getSessionStorage().removeItem(earlyPrefix + form);
  } catch {
    // A browser that forbids storage has stored nothing.
  }
}

/** What is stored. Another script may have written anything. */
interface StoredInput {
  id?: unknown;
  mark?: unknown;
  /** The texts of each load of the page, by its `performance.timeOrigin`. */
  loads: Record<string, unknown>;
}

function readStored(form: string, session: Storage): StoredInput {
  const stored = readObject(earlyPrefix + form, session);
  // Before drafts had ids, only the texts were stored. They are those of an earlier load.
  const loads = stored.loads ?? { former: stored };
  return { ...stored, loads: { ...loads } };
}

/** Returns the id of this tab's draft, or a new one. A draft may be that of an edit. */
function findDraftId(form: string): unknown {
  const editedId = history.state?.usr?.edit;
  const key = draftPrefix + form + (editedId ? `-${editedId}` : '');
  return readObject(key, sessionStorage).id ?? crypto.randomUUID?.();
}

/** Returns an empty object if nothing is stored, or nothing that can be read. */
function readObject(key: string, session: Storage) {
  try {
    return { ...JSON.parse(String(session.getItem(key))) };
  } catch {
    return {};
  }
}

/** Leaves out blank texts, because all fields are blank until a draft is shown. */
function toFilledTexts(load: unknown): Texts {
  const entries = Object.entries(toTexts(load)).filter(([, text]) => text);
  return Object.fromEntries(entries);
}

function readString(stored: unknown): string | undefined {
  return typeof stored === 'string' ? stored : undefined;
}
