/**
 * What is typed and sent in a static page before its own code runs. The inline
 * script listens; the app takes over what it finds. Those are two bundles with
 * a copy of this module each, which meet in the document and the tab's storage.
 */
declare global {
  interface Document {
    earlySubmit?: Element;
  }
}

/**
 * Whether scripts that can send a form are on their way. Where they are neither
 * that nor loaded, forms say what they need (see base.css).
 */
export function promiseScripts(coming: boolean): void {
  document.documentElement.classList.toggle('scripted', coming);
}

/**
 * Keeps what is typed for this tab, also across a reload, and what is sent, and
 * shows the page that Back and Forward lead to.
 */
export function listenEarly(): void {
  document.onsubmit = (event) => {
    event.preventDefault();
    document.earlySubmit = event.target as Element;
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

/** Gives what was typed into the form of this name, once. */
export function takeEarlyInput(name: string): Record<string, string> {
  try {
    const kept = sessionStorage.getItem(keyOf(name));
    sessionStorage.removeItem(keyOf(name));
    return JSON.parse(kept ?? '{}');
  } catch {
    return {};
  }
}

/** From here on router and forms listen; a form sent early is sent by them. */
export function endEarlyInput(): void {
  document.onsubmit = null;
  document.oninput = null;
  window.onpopstate = null;
  // By its name: the app may have rendered the page anew.
  const name = document.earlySubmit?.getAttribute('name') ?? '';
  delete document.earlySubmit;
  const form = document.forms.namedItem(name);
  // A click on its button does the same; Safari before 16 lacks requestSubmit.
  form?.querySelector<HTMLElement>('[type="submit"]')?.click();
}

/** Whether the app has taken over; tests wait for it, in the page itself. */
export function hasTakenOver(): boolean {
  return document.onsubmit === null;
}

function keep(form: HTMLFormElement): void {
  const typed = Object.fromEntries(new FormData(form));
  try {
    const name = form.getAttribute('name') ?? '';
    sessionStorage.setItem(keyOf(name), JSON.stringify(typed));
  } catch {
    // Storage may be full or forbidden: then a reload starts anew.
  }
}

function keyOf(name: string): string {
  return `pear-early-${name}`;
}
