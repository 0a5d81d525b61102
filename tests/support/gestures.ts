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

/** Presses a visible link within the site by its number; returns its address. */
export function follow(index: number): string {
  const all = document.querySelectorAll<HTMLElement>('a[href^="/"]');
  const links = [...all].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const link = links[index % links.length];
  link?.focus();
  link?.click();
  return link?.getAttribute('href') ?? '';
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
  button.focus();
  for (let left = times; left > 0; left -= 1) button.click();
  return values;
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
