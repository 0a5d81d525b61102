// Functions that run in the page: each must hold all it needs.

/**
 * Presses what a visitor can reach and would call so, in the unsent message
 * where one is named; returns whether it was there.
 */
export function press({
  name,
  item,
}: {
  name: string;
  item?: string;
}): boolean {
  const modal = document.querySelector('dialog:modal') ?? document;
  const place = item
    ? document.getElementById(`unsent-${item}`)?.closest('li')
    : modal;
  const found = [
    ...(place?.querySelectorAll<HTMLElement>('button, a') ?? []),
  ].find(
    (one) =>
      (one.getAttribute('aria-label') ?? one.textContent.trim()) === name &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  found?.focus();
  found?.click();
  return found !== undefined;
}

/** Opens or closes what the page tells below its form. */
export function toggleDisclosure(): void {
  const summary = document.querySelector<HTMLElement>('main summary');
  // It may hide what has the focus, and WebKit leaves it there.
  summary?.focus();
  summary?.click();
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
export function type(
  typed: Record<string, string>,
): Record<string, string> | undefined {
  const form = document.querySelector<HTMLFormElement>('main form');
  if (!form) return undefined;
  const done: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    if (field.readOnly) continue;
    done[name] = text;
    field.focus();
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
  const values = Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]),
  );
  const isValid = form.checkValidity();
  button.focus();
  for (let left = times; left > 0; left -= 1) button.click();
  return { values, isValid };
}

export function go(by: number): void {
  // Later, so that the answer is not lost with the page.
  setTimeout(() => history.go(by));
}

export function skip() {
  const link = document.querySelector<HTMLElement>('a.skip');
  link?.focus();
  link?.click();
}

export function moveClock(by: number): void {
  const { now } = Date;
  Date.now = () => now.call(Date) + by;
}

/** What the browser knows of the site's worker. */
export async function workers(): Promise<{ active: boolean; waits: boolean }> {
  const registration = await navigator.serviceWorker.getRegistration();
  return {
    active: Boolean(registration?.active),
    waits: Boolean(registration?.waiting),
  };
}

export async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().catch(() => undefined);
}

export type Disk = 'sound' | 'full' | 'aborting' | 'closed';

/** What is stored by this page or the worker comes to nothing, or works. */
export async function setDisk(disk: Disk): Promise<void> {
  Object.assign(globalThis, { disk });
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage({ type: 'disk', disk });
}
