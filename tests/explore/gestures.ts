// Functions that run in the page: each must hold all it needs.

/**
 * Presses what a visitor can reach and would call so, in the unsent message
 * where one is named; returns whether it was there.
 */
export function press({ name, item }: { name: string; item?: string }) {
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

/** The n-th link within the site that can be seen. */
export function follow(index: number): string {
  const menu = document.querySelector('#menu:popover-open') ?? document;
  const links = [...menu.querySelectorAll<HTMLElement>('a[href^="/"]')].filter(
    (link) => link.checkVisibility({ visibilityProperty: true }),
  );
  const link = links[index % links.length];
  link?.focus();
  link?.click();
  return link?.getAttribute('href') ?? '';
}

/** Types into the form, over what it holds; returns what could be typed. */
export function type(typed: Record<string, string>) {
  const form = document.querySelector<HTMLFormElement>('main form');
  if (!form) return undefined;
  const done: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    field.focus();
    // One that is known, or whose known email has just taken its place.
    if (field.readOnly || !field.isConnected) continue;
    done[name] = text;
    if (field.type === 'checkbox') field.checked = text !== '';
    else field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return done;
}

/** Presses the form's button; returns what the form held. */
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
  // Later, so that the answer is not lost with the page.
  setTimeout(() => history.go(by));
}

/** Whether the site has a worker in this state. */
export async function hasWorker(state: 'active' | 'waiting') {
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(registration?.[state]);
}

export async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => undefined);
}
