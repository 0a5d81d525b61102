import type { FormName } from '../../src/form-definitions/forms.ts';

/** What a page shows to its visitor. */
export type Snapshot = ReturnType<typeof takeSnapshot>;

/** Runs in the page, so it can use nothing from outside. */
export function takeSnapshot() {
  const all = (selector: string, within: ParentNode = document) =>
    [...within.querySelectorAll<HTMLElement>(selector)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
  const text = (element?: Element | null) => element?.textContent?.trim() ?? '';
  const unsent = 'dialog[aria-labelledby="unsent-title"]';
  const [sheet] = all(`${unsent}[open]`);
  const [form] = all('main form') as HTMLFormElement[];
  // Unlike the thank-you, the announcements of "Forget me" cannot get the focus.
  const [thanks] = all('main [role="status"][tabindex]');
  const [alert] = all('main [role="alert"]');
  const pill = all('button').find((one) => /^\d+ messages? /.test(text(one)));
  const edits: string | undefined = history.state?.usr?.edit;
  return {
    path: location.pathname,
    title: document.title,
    document: performance.timeOrigin,
    entry: `${location.href} ${history.state?.key ?? ''}`,
    // React has hydrated the page, and none of its code is missing.
    isWhole:
      document.readyState !== 'loading' &&
      document.onsubmit === null &&
      all('.not-loaded').length === 0,
    headings: all('h1').map(text),
    hasHeadingFocus: document.activeElement?.matches('h1') ?? false,
    isOnline: navigator.onLine,
    isFirefox: navigator.userAgent.includes('Firefox'),
    // The sheet repeats announcements.
    notices: all('body p:not(dialog p)').map(text),
    pill: pill && text(pill),
    // A closed dialog that stays in the page: the pill's button has no effect.
    isClosing: document.querySelector(`${unsent}:not([open])`) !== null,
    sheet: sheet && {
      lead: text(all('p', sheet)[0]),
      announcement: text(sheet.querySelector('[aria-live]')),
      items: all('li', sheet).map((item) => ({
        id: item.querySelector('div')?.id.replace('unsent-', '') ?? '',
        state: text(item.querySelector('div[id] > p')),
      })),
    },
    form: form && {
      // Not `form.name`, because a field may be called 'name'.
      name: (form.getAttribute('name') ?? '') as FormName,
      edits,
      values: Object.fromEntries(
        [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      ),
    },
    thanks: thanks && {
      text: text(thanks),
      line: text(document.querySelector('main [data-status]')),
    },
    alert: alert && text(alert),
    now: Date.now(),
  };
}
