/**
 * What is typed and sent in a static page before its own code runs. The inline
 * script listens; the app takes over what it finds. Those are two bundles with
 * a copy of this module each, which meet in the document and the tab's storage.
 */

/** What is typed early is kept under this and the form's name. */
export const earlyPrefix = 'pear-early-';
const scripted = 'scripted';

/**
 * Whether scripts that can send a form are on their way. Where they are neither
 * that nor loaded, forms say what they need (see base.css), and no press waits.
 */
export function setScriptsAvailable(coming: boolean): void {
  const { classList, dataset } = document.documentElement;
  classList.toggle(scripted, coming);
  if (coming) return;
  delete dataset.pressed;
  for (const button of document.querySelectorAll('[type="submit"]')) {
    button.setAttribute('aria-disabled', 'false');
  }
}

/**
 * Keeps what is typed for this tab, also across a reload, and shows the page
 * that Back and Forward lead to. A press on a form's button makes it busy until
 * the form's own code honours it.
 */
export function listenEarly(): void {
  document.onsubmit = (event) => {
    event.preventDefault();
    const { classList, dataset } = document.documentElement;
    if (!classList.contains(scripted)) return;
    const form = event.target as HTMLFormElement;
    // `form.name` would be the field of that name.
    dataset.pressed = form.getAttribute('name') ?? '';
    const button = form.querySelector('[type="submit"]');
    button?.setAttribute('aria-disabled', 'true');
  };
  document.oninput = ({ target }) => {
    const { form } = target as HTMLInputElement;
    if (form) keep(form);
  };
  // To an entry left within the site before a reload, Back and Forward change
  // the address alone.
  const { pathname } = location;
  window.onpopstate = () => {
    if (location.pathname !== pathname) location.reload();
  };
}

/** Whether the button of the form of this name waits, as the page shows it. */
export function isPressedEarly(name: string): boolean {
  if (typeof document === 'undefined') return false;
  return document.documentElement.dataset.pressed === name;
}

/** Returns what was typed into the form of this name, once. */
export function takeEarlyInput(name: string): Record<string, string> {
  try {
    const kept = sessionStorage.getItem(earlyPrefix + name);
    sessionStorage.removeItem(earlyPrefix + name);
    return JSON.parse(kept ?? '{}');
  } catch {
    return {};
  }
}

/** From here on router and forms listen. */
export function endEarlyInput(): void {
  document.onsubmit = null;
  document.oninput = null;
  window.onpopstate = null;
  delete document.documentElement.dataset.pressed;
}

/** Whether the app has taken over; tests wait for it, in the page itself. */
export function hasTakenOver(): boolean {
  return document.onsubmit === null;
}

/** A field left blank may still wait for a draft. */
function keep(form: HTMLFormElement): void {
  const typed = [...new FormData(form)].filter(([, text]) => text);
  try {
    const name = form.getAttribute('name') ?? '';
    const text = JSON.stringify(Object.fromEntries(typed));
    sessionStorage.setItem(earlyPrefix + name, text);
  } catch {
    // Storage may be full or forbidden: then a reload starts anew.
  }
}
