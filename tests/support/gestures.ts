// These functions run in the page, so they cannot use variables of this module.

/**
 * Clicks a visible control by its name. If `item` is set, looks only in the unsent
 * submission with that id. Returns whether the control exists.
 */
export function clickControl(target: {
  name: string;
  item?: string | undefined;
}) {
  const { name, item } = target;

  const root = document.querySelector('dialog[open]') ?? document;
  const container = item
    ? document.getElementById(`unsent-${item}`)?.closest('li')
    : root;
  const controls =
    container?.querySelectorAll<HTMLElement>('button, a, summary') ?? [];

  const control = [...controls].find(
    (element) =>
      (element.getAttribute('aria-label') ?? element.textContent.trim()) ===
        name && element.checkVisibility({ visibilityProperty: true }),
  );

  control?.focus();
  control?.click();

  return control !== undefined;
}

/**
 * Clicks a link for each index, with a pause in milliseconds between the clicks. The
 * index counts the visible links within the site. Two equal indexes in a row click the
 * same link twice. Returns the address of the last link.
 */
export async function followLinks(target: { links: number[]; pause: number }) {
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true });

  let lastLink: HTMLElement | undefined;
  for (const [position, index] of target.links.entries()) {
    if (position > 0)
      await new Promise((resolve) => setTimeout(resolve, target.pause));

    const root = document.querySelector('#menu:popover-open') ?? document;
    const siteLinks = [...root.querySelectorAll<HTMLElement>('a[href^="/"]')];
    const links = siteLinks.filter(isVisible);
    const isPreviousLink = lastLink && index === target.links[position - 1];
    const link = isPreviousLink ? lastLink : links[index % links.length];
    if (!link || !isVisible(link)) continue;

    link.focus();
    link.click();
    lastLink = link;
  }
  return lastLink?.getAttribute('href') ?? '';
}

/** Clicks one of the page's questions or brands by its index. */
export function clickToggle(index: number): void {
  const selector = 'main summary, main [aria-pressed]';
  const toggles = document.querySelectorAll<HTMLElement>(selector);

  const toggle = toggles[index % toggles.length];
  toggle?.focus();
  toggle?.click();
}

export async function changeHash(): Promise<void> {
  const { scrollY } = globalThis;
  location.hash = location.hash === '#main' ? 'x' : 'main';

  await new Promise((resolve) =>
    addEventListener('hashchange', resolve, { once: true }),
  );
  // Undo the scrolling to the hash's target.
  scrollTo(0, scrollY);
}

/** Fills in the form's editable fields; returns the entered values by field name. */
export function fillForm(typed: Record<string, string>) {
  const form = document.querySelector<HTMLFormElement>('main form');
  if (!form) return undefined;

  const enteredValues: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    field.focus();

    // The page may show a remembered email in a read-only field instead.
    if (field.readOnly || !field.isConnected) continue;

    enteredValues[name] = text;
    if (field.type === 'checkbox') field.checked = text !== '';
    else field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return enteredValues;
}

/** Clicks the form's button several times; returns the submitted values. */
export function clickSubmit(times: number) {
  const form = document.querySelector<HTMLFormElement>('main form');
  const button = form?.querySelector<HTMLButtonElement>('[type="submit"]');
  if (!form || !button) return undefined;

  const submittedValues: Record<string, string> = {};
  for (const name of new FormData(form).keys()) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    // FormData would replace half of an emoji, which the site removes, by another character.
    submittedValues[name] = field.value.replace(/\p{Cs}/gu, '').trim();
  }

  const isValid = form.checkValidity();
  button.focus();
  for (let clicks = times; clicks > 0; clicks -= 1) button.click();

  return { values: submittedValues, isValid };
}

/** Dispatches the event that makes a page deliver. */
export function dispatchOnline(): void {
  dispatchEvent(new Event('online'));
}

/** Returns the names of the Web Locks that pages hold and that have this prefix. */
export async function listHeldLocks(prefix: string): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  const lockNames = held.map(({ name = '' }) => name);
  return lockNames.filter((name) => name.startsWith(prefix));
}

export function readSessionStorage(): [string, string][] {
  return Object.entries(sessionStorage);
}

export function writeSessionStorage(items: [string, string][]): void {
  for (const [key, text] of items) sessionStorage.setItem(key, text);
}

/** Returns whether the site has a service worker in this state. */
export async function hasWorker(state: 'active' | 'waiting') {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.[state]);
}

export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // The first call may join an earlier check for updates, so check again.
  await registration?.update().catch(() => undefined);
  await registration?.update().catch(() => undefined);
}
