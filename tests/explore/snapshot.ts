import type { FormName } from '../../src/form-definitions/forms.ts';

/** What a page shows, as its visitor sees it. */
export type Snapshot = ReturnType<typeof look>;

/** Runs in the page, so it must hold all it needs. */
export function look() {
  const all = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
  const text = (element?: Element | null) => element?.textContent?.trim() ?? '';
  const [main] = all('main');
  const unsent = 'dialog[aria-labelledby="unsent-title"]';
  const [sheet] = all(`${unsent}[open]`);
  const [form] = all('main form') as HTMLFormElement[];
  const statuses = all('[role="status"]', sheet ?? main);
  // The thank-you can have the focus; the announcements of "Forget me" cannot.
  const [thanks] = all('main [role="status"][tabindex]');
  const told = statuses.find((one) => one !== thanks);
  const buttons = all('button', sheet ?? main).map(text);
  const [alert] = all('main [role="alert"]');
  const pill = all('button').find((one) => /^\d+ messages? /.test(text(one)));
  const { activeElement, body } = document;
  const isSeen =
    activeElement?.checkVisibility({ visibilityProperty: true }) === true &&
    (!sheet || sheet.contains(activeElement) || activeElement === body);
  const edits: string | undefined = history.state?.usr?.edit;
  return {
    path: location.pathname,
    title: document.title,
    // Tells documents, and entries of the history, apart.
    document: performance.timeOrigin,
    entry: `${location.href} ${history.state?.key ?? ''}`,
    // The page's own code has taken over, and none of it is missing.
    isWhole:
      document.readyState !== 'loading' &&
      document.onsubmit === null &&
      all('.not-loaded').length === 0,
    heading: main ? text(all('h1', main)[0]) : '',
    // 'lost' where it is nowhere to be seen.
    focus: isSeen
      ? `${activeElement.tagName.toLowerCase()} ${text(activeElement).slice(0, 30)}`
      : 'lost',
    isOnline: navigator.onLine,
    isFirefox: navigator.userAgent.includes('Firefox'),
    notices: all('body p').map(text),
    ...(pill && { pill: text(pill) }),
    // Not by what shows: in a tab behind another it fades out for ever.
    menu: document.querySelector('#menu:popover-open') !== null,
    // A sheet that is closed and not gone: its button would do nothing.
    isClosing: document.querySelector(`${unsent}:not([open])`) !== null,
    ...(sheet && {
      sheet: {
        lead: text(all('p', sheet)[0]),
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
        // Its email is known, and read-only.
        isKnown: form.querySelector('[type="email"]:read-only') !== null,
        // One of its fields may be called 'name'.
        name: (form.getAttribute('name') ?? '') as FormName,
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
    // Whether one can be forgotten here, is asked, and what came of it.
    forget: {
      isOffered: buttons.includes('Forget me on this device'),
      isAsking: buttons.includes('Yes, forget me'),
      told: text(told),
    },
    links: all('a[href^="/"]').map((link) => link.getAttribute('href') ?? ''),
    now: Date.now(),
  };
}
