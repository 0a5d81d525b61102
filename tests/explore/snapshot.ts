import type { Values } from '../../src/form-definitions/form-definition.ts';
import type { FormName } from '../../src/form-definitions/forms.ts';

/** The state of a page as its visitor sees it. */
export type Snapshot = ReturnType<typeof takeSnapshot>;

/** Runs in the page, so the function can use no variables from outside. */
export function takeSnapshot() {
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true });
  const findAll = (selector: string, parent: ParentNode = document) =>
    [...parent.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  const readText = (element?: Element | null) =>
    element?.textContent?.trim() ?? '';

  const [main] = findAll('main');
  const dialogSelector = 'dialog[aria-labelledby="unsent-title"]';
  const [dialog] = findAll(`${dialogSelector}[open]`);
  const [form] = findAll('main form') as HTMLFormElement[];

  // Unlike the thank-you, the announcements of "Forget me" cannot get the focus.
  const [thanks] = findAll('main [role="status"][tabindex]');

  const statusElements = findAll('[role="status"]', dialog ?? main);
  const buttonTexts = findAll('button', dialog ?? main).map(readText);
  const [alert] = findAll('main [role="alert"]');
  const unsentButtonText = findAll('button')
    .map(readText)
    .find((text) => /^\d+ messages? /.test(text));

  const { activeElement: focused, body } = document;
  const hasFocus =
    focused !== null &&
    isVisible(focused) &&
    (!dialog || dialog.contains(focused) || focused === body);

  const canChoose =
    !form && !thanks && findAll('main summary, main [aria-pressed]').length > 0;
  const chosenSelector = 'main [open] > summary, main [aria-pressed="true"]';
  const editedId: string | undefined = history.state?.usr?.edit;

  // Distinguishes this form from earlier and later forms of the page.
  const markedForm: (HTMLFormElement & { snapshotId?: number }) | undefined =
    form;
  if (markedForm) markedForm.snapshotId ??= Math.random();

  /** Returns whether the focused control is out of view or under a notice. */
  function isFocusHidden(): boolean {
    // Checks only controls, because focusing a heading does not scroll to the heading.
    const controlSelector = 'a, button, input, select, textarea, summary';
    if (document.hidden || !focused?.matches(controlSelector)) return false;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    if (bottom - top > innerHeight) return false;

    const centerX = (left + right) / 2;
    const centerY = (top + bottom) / 2;
    // Tests the middle of each edge, inside the border, because corners are round.
    const elementAt = document.elementFromPoint.bind(document);
    const elementsAtEdges = [
      elementAt(centerX, top + 3),
      elementAt(centerX, bottom - 3),
      elementAt(left + 3, centerY),
      elementAt(right - 3, centerY),
    ];
    return !elementsAtEdges.every(
      (element) =>
        element && (focused.contains(element) || element.contains(focused)),
    );
  }

  return {
    path: location.pathname,
    title: document.title,
    loadedAt: performance.timeOrigin,
    page: `${performance.timeOrigin} ${location.pathname}`,
    entry: `${location.href} ${history.state?.key ?? ''}`,
    // The key of the history entry, or '' without the Navigation API.
    key: globalThis.navigation?.currentEntry?.key ?? '',
    entries: history.length,
    // Whether React has hydrated the page and no chunk is missing.
    isLoaded:
      document.readyState !== 'loading' &&
      document.onsubmit === null &&
      findAll('.not-loaded').length === 0,
    // 'lost' if the focused element is invisible.
    focus: hasFocus
      ? `${focused.tagName.toLowerCase()} ${readText(focused).slice(0, 30)}`
      : 'lost',
    isFocusHidden: isFocusHidden(),
    // Expanded questions and picked brands, on pages that have any.
    choices: canChoose
      ? findAll(chosenSelector).map(readText).join(' | ')
      : undefined,
    isOnline: navigator.onLine,
    isFirefox: navigator.userAgent.includes('Firefox'),
    // Excludes the dialog, because the dialog repeats the page's announcements.
    notices: findAll('body p:not(dialog p)').map(readText),
    unsentButton: unsentButtonText,
    // Does not test the visibility, because the fade never ends in a hidden tab.
    menu: document.querySelector('#menu:popover-open') !== null,
    // Whether a closed dialog is still in the page. The unsent button ignores clicks then.
    isClosing: document.querySelector(`${dialogSelector}:not([open])`) !== null,
    dialog: dialog && {
      lead: readText(findAll('p', dialog)[0]),
      announcement: readText(dialog.querySelector('[aria-live]')),
      items: findAll('li', dialog).map((item) => ({
        id: item.querySelector('div')?.id.replace('unsent-', '') ?? '',
        state: readText(item.querySelector('div[id] > p')),
        isConfirming: /Yes, discard/.test(readText(item)),
      })),
    },
    // Whether Escape would cancel a confirmation.
    isConfirming: buttonTexts.some((text) => text.startsWith('Yes, ')),
    form: form && {
      id: markedForm?.snapshotId,
      // The field of a remembered email is read-only.
      isEmailRemembered: form.querySelector('[type=email]:read-only') !== null,
      // `form.name` would be the field that is called 'name'.
      name: (form.getAttribute('name') ?? '') as FormName,
      editedId,
      values: Object.fromEntries(new FormData(form)) as Values,
    },
    thanks: thanks && {
      text: readText(thanks),
      line: readText(main?.querySelector('[data-status]')),
    },
    alert: alert && readText(alert),
    forget: {
      isOffered: buttonTexts.includes('Forget me on this device'),
      isConfirming: buttonTexts.includes('Yes, forget me'),
      announcement: readText(
        statusElements.find((element) => element !== thanks),
      ),
    },
  };
}
