import { joinTexts, type Texts, toTexts } from './join-texts.ts';

// Handles input and form submissions before React has hydrated the static page.
// The inline script and the app each contain a copy of this module, so they
// share state in the document and in sessionStorage.
//
// The fields of a static page are blank until the app has read the draft. So what is
// typed until then is kept apart from the draft, under the draft's id, and the app joins
// both.

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
  /** The page load in which `typed` was typed, as the time of its start. */
  load: number;
  /** What was typed before an earlier load. The fields do not show this text. */
  earlier: Texts;
  /** What the fields of the page load show. */
  typed: Texts;
}

const scriptedClass = 'scripted';

/** Sets a class for base.css. If `areAvailable` is false, also ends the busy states. */
export function setScriptsAvailable(areAvailable: boolean): void {
  const { classList, dataset } = document.documentElement;
  classList.toggle(scriptedClass, areAvailable);
  if (areAvailable) return;
  delete dataset.pressed;
  for (const button of document.querySelectorAll('[type="submit"]')) {
    button.setAttribute('aria-disabled', 'false');
  }
}

/** Stores the input, and marks a submitted form as busy until the app loads. */
export function recordEarlyInput(): void {
  delete document.documentElement.dataset.started;
  document.onsubmit = (event) => {
    event.preventDefault();
    const { classList, dataset } = document.documentElement;
    if (!classList.contains(scriptedClass)) return;
    const form = event.target as HTMLFormElement;
    // `form.name` is a field if the form has a field named "name".
    dataset.pressed = form.getAttribute('name') ?? '';
    const button = form.querySelector('[type="submit"]');
    button?.setAttribute('aria-disabled', 'true');
  };
  document.oninput = ({ target }) => {
    const { form, name } = target as HTMLInputElement;
    if (form) storeEarlyInput(form, name);
  };
  // Before the app starts, Back may change the URL but not the page, so reload.
  const { pathname } = location;
  window.onpopstate = () => {
    if (location.pathname !== pathname) location.reload();
  };
}

/** Whether the form was submitted before the app could handle it. */
export function isSubmittedEarly(name: string): boolean {
  if (typeof document === 'undefined') return false;
  return document.documentElement.dataset.pressed === name;
}

export function readEarlyInput(
  form: string,
  getSession = () => sessionStorage,
): EarlyInput | undefined {
  try {
    const json = getSession().getItem(earlyPrefix + form);
    const stored = JSON.parse(json ?? 'null');
    if (stored === null) return undefined;
    // The last release stored only the texts.
    if (typeof stored.load !== 'number')
      return { load: 0, earlier: toTexts(stored), typed: {} };

    const { id, mark, load, earlier, typed } = stored;
    return { id, mark, load, earlier: toTexts(earlier), typed: toTexts(typed) };
  } catch {
    // Storage is forbidden, or another script has written an invalid value.
    return undefined;
  }
}

export function writeEarlyInput(
  form: string,
  input: EarlyInput,
  getSession = () => sessionStorage,
): void {
  try {
    getSession().setItem(earlyPrefix + form, JSON.stringify(input));
  } catch {
    // Storage is full or forbidden. Then a reload loses the input.
  }
}

export function deleteEarlyInput(
  form: string,
  getSession = () => sessionStorage,
): void {
  try {
    getSession().removeItem(earlyPrefix + form);
  } catch {
    // A browser that forbids storage has stored nothing.
  }
}

/** Whether the app has not started, or has crashed. */
export function isInputEarly(): boolean {
  return document.onsubmit !== null;
}

/** Removes the listeners, because the app has its own. */
export function endEarlyInput(): void {
  // Hides notices about scripts that have not started.
  document.documentElement.dataset.started = '';
  document.onsubmit = null;
  document.oninput = null;
  window.onpopstate = null;
  delete document.documentElement.dataset.pressed;
}

/** Stores what the form's fields show, because a reload empties the fields. */
export function storeEarlyInput(
  form: HTMLFormElement,
  changedField: string,
): void {
  try {
    const name = form.getAttribute('name') ?? '';
    const entries = [...new FormData(form)].filter(([, text]) => text);
    const typed = toTexts(Object.fromEntries(entries));

    const stored = readEarlyInput(name);
    const isSameLoad = stored?.load === performance.timeOrigin;
    const earlier = {
      ...(isSameLoad
        ? stored.earlier
        : joinTexts(stored?.earlier, stored?.typed)),
    };
    // The visitor has cleared the field, so its earlier input is not wanted either.
    if (!typed[changedField]) delete earlier[changedField];

    writeEarlyInput(name, {
      id: stored?.id ?? findDraftId(name) ?? crypto.randomUUID?.(),
      mark: localStorage.getItem(forgetMarkKey) ?? undefined,
      load: performance.timeOrigin,
      earlier,
      typed,
    });
  } catch {
    // Storage is forbidden. Then a reload loses the input.
  }
}

/** Returns the id of this tab's draft of the form, or of the message that it edits. */
function findDraftId(form: string): string | undefined {
  const editedId = history.state?.usr?.edit;
  const name = editedId ? `${form}-${editedId}` : form;
  try {
    const draft = JSON.parse(sessionStorage.getItem(draftPrefix + name) ?? '');
    return draft.id;
  } catch {
    // There is no draft, or another script has written an invalid value.
    return undefined;
  }
}
