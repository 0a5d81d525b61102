import { storeEarlyInput } from './early-input.ts';

// Handles input and form submissions before React has hydrated the static page, and
// after the app has crashed. The inline script and the app each contain a copy of this
// module, so their state is in the document.

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

/** Marks a submitted form as busy, and handles Back, until the app has started. */
export function addEarlyListeners(): void {
  delete document.documentElement.dataset.started;

  document.onsubmit = (event) => {
    event.preventDefault();
    const { classList, dataset } = document.documentElement;
    if (!classList.contains(scriptedClass)) return;

    const form = event.target as HTMLFormElement;
    // `form.name` is a field if the form has a field named "name".
    dataset.pressed = String(form.getAttribute('name'));
    const button = form.querySelector('[type="submit"]');
    button?.setAttribute('aria-disabled', 'true');
  };

  // Before the app starts, Back may change the URL but not the page, so reload.
  const { pathname } = location;
  window.onpopstate = () => {
    if (location.pathname !== pathname) location.reload();
  };
}

/** Stores what is typed into a form until the app has started. */
export function addEarlyInputListener(): void {
  document.oninput = ({ target }) => {
    const { form, name } = target as HTMLInputElement;
    if (form) storeEarlyInput(form, name);
  };
}

/** Removes the listeners, because the app has its own. */
export function removeEarlyListeners(): void {
  document.oninput = null;
  document.onsubmit = null;
  window.onpopstate = null;

  const { dataset } = document.documentElement;
  // Hides notices about scripts that have not started.
  dataset.started = '';
  delete dataset.pressed;
}

/** Whether the app has not started, or has crashed. */
export function hasEarlyListeners(): boolean {
  return document.onsubmit !== null;
}

/** Whether the form was submitted before the app could handle it. */
export function isSubmittedEarly(name: string): boolean {
  if (typeof document === 'undefined') return false;
  return document.documentElement.dataset.pressed === name;
}
