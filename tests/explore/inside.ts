// Functions that run in the page: each must hold all it needs.

/** What a page shows, as its visitor sees it. */
export interface Sight {
  path: string;
  title: string;
  /** Tells documents, and entries of the history, apart. */
  document: number;
  entry: string;
  /** The page's own code has taken over, and none of it is missing. */
  isWhole: boolean;
  heading: string;
  /** Where the focus is; `lost` where it is nowhere to be seen. */
  focus: string;
  isOnline: boolean;
  isFirefox: boolean;
  notices: string[];
  pill?: string;
  menu: boolean;
  /** A sheet that is closed and not gone: its button would do nothing. */
  isClosing: boolean;
  sheet?: { lead: string; told: string; items: Item[] };
  form?: {
    name: string;
    edits?: string;
    values: Record<string, string>;
    /** Its email is known, and read-only. */
    isKnown: boolean;
  };
  /** The address that may be meant. */
  meant?: string;
  /** Under the form: what happens to what is sent. */
  disclosure?: 'open' | 'closed';
  /** Whether one can be forgotten here, is asked, and what came of it. */
  forget: { isOffered: boolean; isAsking: boolean; told: string };
  thanks?: { text: string; line: string };
  alert?: string;
  links: string[];
  now: number;
}

interface Item {
  id: string;
  says: string;
  isAsking: boolean;
}

export function look(): Sight {
  const all = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
  const text = (element?: Element | null) => element?.textContent?.trim() ?? '';
  const [main] = all('main');
  const [sheet] = all('dialog[open][aria-labelledby="unsent-title"]');
  const [form] = all('main form') as HTMLFormElement[];
  const statuses = all('[role="status"]', sheet ?? main);
  const [thanks] = all('main [role="status"]').filter(
    (one) => !one.closest('details'),
  );
  const told = statuses.find((one) => one !== thanks);
  const buttons = all('button', sheet ?? main).map(text);
  const [meant] = form ? all('[aria-live] button', form) : [];
  const disclosure = [...(main?.querySelectorAll('details') ?? [])].find(
    (one) => text(one).startsWith('What happens'),
  );
  const [alert] = all('main [role="alert"]');
  const pill = all('button').find((one) => /^\d+ messages? /.test(text(one)));
  const { activeElement } = document;
  const isSeen =
    activeElement?.isConnected &&
    activeElement.checkVisibility({ visibilityProperty: true }) &&
    !(
      sheet &&
      !sheet.contains(activeElement) &&
      activeElement !== document.body
    );
  const state = history.state as {
    key?: string;
    usr?: { edit?: string } | null;
  } | null;
  const edits = state?.usr?.edit;
  return {
    path: location.pathname,
    title: document.title,
    document: performance.timeOrigin,
    entry: `${location.href} ${state?.key ?? ''}`,
    isWhole:
      document.readyState !== 'loading' &&
      document.onsubmit === null &&
      all('.not-loaded').length === 0,
    heading: main ? text(all('h1', main)[0]) : '',
    focus: isSeen
      ? `${activeElement.tagName.toLowerCase()} ${text(activeElement).slice(0, 30)}`
      : 'lost',
    isOnline: navigator.onLine,
    isFirefox: navigator.userAgent.includes('Firefox'),
    notices: all('body p').map(text),
    ...(pill && { pill: text(pill) }),
    // Not by what shows: in a tab behind another it fades out for ever.
    menu: document.querySelector('#menu:popover-open') !== null,
    isClosing:
      document.querySelector(
        'dialog[aria-labelledby="unsent-title"]:not([open])',
      ) !== null,
    ...(sheet && {
      sheet: {
        lead: text(all('h2 + p', sheet)[0]),
        told: text(sheet.querySelector('[aria-live]')),
        items: all('li', sheet).map((item) => ({
          id: item.querySelector('div')?.id.replace('unsent-', '') ?? '',
          says: text(item.querySelector('div[id] > p')),
          isAsking: /Yes, discard/.test(text(item)),
        })),
      },
    }),
    ...(form && {
      form: {
        isKnown: form.querySelector('[type="email"]:read-only') !== null,
        // One of its fields may be called 'name'.
        name: form.getAttribute('name') ?? '',
        ...(edits && { edits }),
        values: Object.fromEntries(
          [...new FormData(form)].map(([name, value]) => [name, String(value)]),
        ),
      },
    }),
    ...(thanks && {
      thanks: {
        text: text(thanks),
        line: text(main?.querySelector('[data-status]')),
      },
    }),
    ...(alert && { alert: text(alert) }),
    ...(meant && { meant: text(meant) }),
    ...(disclosure && {
      disclosure: disclosure.hasAttribute('open') ? 'open' : 'closed',
    }),
    forget: {
      isOffered: buttons.includes('Forget me on this device'),
      isAsking: buttons.includes('Yes, forget me'),
      told: text(told),
    },
    links: all('a[href^="/"]').map((link) => link.getAttribute('href') ?? ''),
    now: Date.now(),
  };
}

/**
 * Presses what a visitor can reach and would call so, in the unsent message
 * where one is named; gives whether it was there.
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

/** Types into the form, over what it holds; gives what could be typed. */
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
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return done;
}

/** Presses the form's button; gives what the form held, and what it edits. */
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

/** Opens what the pill promises, reads it, closes it again. */
export async function openPill(): Promise<
  { pill: string; items: number; failed: number } | string | undefined
> {
  const find = () =>
    [...document.querySelectorAll('button')].find((one) =>
      /^\d+ messages? /.test(one.textContent),
    );
  const until = async <T>(see: () => T | undefined | null | false) => {
    const end = performance.now() + 5000;
    for (;;) {
      const seen = see();
      if (seen || performance.now() > end) return seen;
      await new Promise((go) => setTimeout(go, 10));
    }
  };
  const before = document.activeElement as HTMLElement | null;
  const pill = find();
  if (!pill) return undefined;
  const says = pill.textContent;
  pill.focus();
  pill.click();
  const any = 'dialog[aria-labelledby="unsent-title"]';
  const open = `${any}[open]`;
  const sheet = await until(() => document.querySelector(open));
  if (!sheet) return find() ? `'${says}' opens nothing` : undefined;
  const items = sheet.querySelectorAll('li').length;
  const failed = sheet.querySelectorAll('li[data-refused]').length;
  [...sheet.querySelectorAll('button')]
    .find((one) => one.textContent === 'Close')
    ?.click();
  if (!(await until(() => !document.querySelector(any))))
    return 'Close does not close the sheet';
  before?.focus({ preventScroll: true });
  return { pill: says, items, failed };
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
