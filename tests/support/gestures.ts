// These functions run in the page, so they can use nothing from outside.

/**
 * Presses a visible control by its name, inside of an unsent message if `item`
 * is its id. Returns whether there was such a control.
 */
export function press(target: { name: string; item?: string | undefined }) {
  const { name, item } = target;
  const modal = document.querySelector('dialog:modal') ?? document;
  const place = item
    ? document.getElementById(`unsent-${item}`)?.closest('li')
    : modal;
  const all = place?.querySelectorAll<HTMLElement>('button, a, summary') ?? [];
  const found = [...all].find(
    (one) =>
      (one.getAttribute('aria-label') ?? one.textContent.trim()) === name &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  found?.focus();
  found?.click();
  return found !== undefined;
}

/**
 * Presses visible links within the site by their number, with a pause in
 * milliseconds between them. The same number twice is the same link, if it is
 * still visible. Returns where the last link leads.
 */
export async function follow(target: { links: number[]; pause: number }) {
  const isVisible = (element: Element) =>
    element.isConnected &&
    element.checkVisibility({ visibilityProperty: true });
  let pressed: HTMLElement | undefined;
  for (const [place, index] of target.links.entries()) {
    if (place > 0)
      await new Promise((resolve) => setTimeout(resolve, target.pause));
    const menu = document.querySelector('#menu:popover-open') ?? document;
    const all = [...menu.querySelectorAll<HTMLElement>('a[href^="/"]')];
    const links = all.filter(isVisible);
    const isSame = pressed && index === target.links[place - 1];
    const link = isSame ? pressed : links[index % links.length];
    if (!link || !isVisible(link)) continue;
    link.focus();
    link.click();
    pressed = link;
  }
  return pressed?.getAttribute('href') ?? '';
}

/** Opens or closes an answer, or picks a brand. */
export function choose(index: number): void {
  const selector = 'main summary, main [aria-pressed]';
  const all = document.querySelectorAll<HTMLElement>(selector);
  const choice = all[index % all.length];
  choice?.focus();
  choice?.click();
}

export async function changeHash(): Promise<void> {
  const { scrollY } = globalThis;
  location.hash = location.hash === '#main' ? 'x' : 'main';
  await new Promise((resolve) =>
    addEventListener('hashchange', resolve, { once: true }),
  );
  // From the target back to the focus.
  scrollTo(0, scrollY);
}

/** Replaces what the form's fields hold; returns what could be typed. */
export function type(typed: Record<string, string>) {
  const form = document.querySelector<HTMLFormElement>('main form');
  if (!form) return undefined;
  const done: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    field.focus();
    // A remembered email is read-only, or has just replaced this field.
    if (field.readOnly || !field.isConnected) continue;
    done[name] = text;
    if (field.type === 'checkbox') field.checked = text !== '';
    else field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return done;
}

/** Presses the form's button so many times; returns what the form held. */
export function send(times: number) {
  const form = document.querySelector<HTMLFormElement>('main form');
  const button = form?.querySelector<HTMLButtonElement>('[type="submit"]');
  if (!form || !button) return undefined;
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form))
    values[name] = String(value).trim();
  const isValid = form.checkValidity();
  button.focus();
  for (let left = times; left > 0; left -= 1) button.click();
  return { values, isValid };
}

export function go(by: number): void {
  // Later, because the answer would be lost with the page.
  setTimeout(() => history.go(by));
}

/** Returns whether the site has a worker in this state. */
export async function hasWorker(state: 'active' | 'waiting') {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.[state]);
}

export async function checkForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => undefined);
}
