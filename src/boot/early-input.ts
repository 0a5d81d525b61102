// Handles input and form submissions before React has hydrated the static page.
// The inline script and the app each contain a copy of this module, so they
// share state in the document and in sessionStorage.

/** Prefix of the sessionStorage keys. The form's name follows. */
export const earlyPrefix = 'pear-early-';
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
    if (form) storeInput(form, name);
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

/** Returns and deletes the values that were typed before the app started. */
export function takeEarlyInput(name: string): Record<string, string> {
  try {
    const json = sessionStorage.getItem(earlyPrefix + name);
    sessionStorage.removeItem(earlyPrefix + name);
    return JSON.parse(json ?? '{}');
  } catch {
    return {};
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

/** Adds the filled fields to the stored ones, because a reload empties the fields. */
function storeInput(form: HTMLFormElement, changedField: string): void {
  const entries = [...new FormData(form)].filter(([, text]) => text);
  try {
    const key = earlyPrefix + form.getAttribute('name');
    const input = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    // The visitor may have cleared this field.
    delete input[changedField];
    const text = JSON.stringify({ ...input, ...Object.fromEntries(entries) });
    sessionStorage.setItem(key, text);
  } catch {
    // Storage may be full or forbidden. Then a reload loses the input.
  }
}
