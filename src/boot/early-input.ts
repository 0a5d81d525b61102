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
  /** What was typed before earlier loads of the page. */
  earlier: Texts;
  /** What was typed in this load of the page. */
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
    if (json === null) return undefined;

    const stored = Object(JSON.parse(json));
    // The last release stored only the texts.
    const { id, mark, loads = { former: stored } } = stored;
    const { [getLoadKey()]: typed, ...earlierLoads } = loads;
    const earlier = Object.values(earlierLoads)
      .map(toTexts)
      .reduce(joinTexts, {});
    return { id, mark: mark ?? undefined, earlier, typed: toTexts(typed) };
  } catch {
    // Storage is forbidden, or another script has written an invalid value.
    return undefined;
  }
}

export function writeEarlyInput(
  form: string,
  { id, mark, typed }: EarlyInput,
  getSession = () => sessionStorage,
): void {
  try {
    const stored = { id, mark, loads: { [getLoadKey()]: typed } };
    getSession().setItem(earlyPrefix + form, JSON.stringify(stored));
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
    const name = form.getAttribute('name');
    const stored = JSON.parse(
      sessionStorage.getItem(earlyPrefix + name) ?? '{}',
    );
    // The last release stored only the texts.
    const { id = getDraftId(name), loads = { former: stored } } = stored;

    const entries = [...new FormData(form)].filter(([, text]) => text);
    const typed = Object.fromEntries(entries);
    if (!typed[changedField])
      // The visitor has cleared the field, so its earlier input is not wanted either.
      for (const load of Object.values<typeof typed>(loads))
        delete load[changedField];
    loads[getLoadKey()] = typed;

    const mark = localStorage.getItem(forgetMarkKey);
    const json = JSON.stringify({ id, mark, loads });
    sessionStorage.setItem(earlyPrefix + name, json);
  } catch {
    // Storage may be full or forbidden. Then a reload loses the input.
  }
}

/** Returns the id of this tab's draft, or a new one. A draft may be that of an edit. */
function getDraftId(form: string | null): string | undefined {
  const editedId = history.state?.usr?.edit;
  const key = draftPrefix + form + (editedId ? `-${editedId}` : '');
  const draft = sessionStorage.getItem(key) ?? '{}';
  return JSON.parse(draft).id ?? crypto.randomUUID?.();
}

/** Identifies this load of the page. */
function getLoadKey(): string {
  return `${performance.timeOrigin}`;
}
