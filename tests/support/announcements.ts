import { expect, type Page } from 'playwright/test';

/**
 * Records changed texts of live regions, which a screen reader announces. The
 * prefix 'Not read: ' marks a text whose region was not in the accessibility
 * tree before the change, so only some screen readers announce it. Runs in the
 * page, so it cannot use variables of this module.
 */
export function recordAnnouncements(): void {
  const announcements: string[] = [];
  Object.assign(globalThis, { announced: announcements });

  const liveSelector =
    ':is([role="status"], [role="alert"], [aria-live]):not([aria-live="off"])';

  const isExposed = (element: Element) => {
    const modalDialog = document.querySelector('dialog[open]');
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"]') &&
      (!modalDialog || modalDialog.contains(element))
    );
  };

  const findRegions = () =>
    new Set([...document.querySelectorAll(liveSelector)].filter(isExposed));

  let knownRegions = new Set<Element>();

  const handleChanges = (changes: MutationRecord[]) => {
    const newTexts = new Map<Element, Set<string>>();
    for (const { target, addedNodes, type } of changes) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const element = node instanceof Element ? node : node.parentElement;
        const newRegions = element?.querySelectorAll(liveSelector) ?? [];
        for (const region of [element?.closest(liveSelector), ...newRegions]) {
          if (!region || !node.isConnected || !isExposed(region)) continue;

          const isAtomic = region.role === 'status' || region.role === 'alert';
          const isWhole = isAtomic || node.contains(region);
          const text = (isWhole ? region : node).textContent ?? '';
          newTexts.set(region, (newTexts.get(region) ?? new Set()).add(text));
        }
      }
    }

    for (const [region, texts] of newTexts) {
      const isAnnounced = region.role === 'alert' || knownRegions.has(region);
      const text = [...texts].join('').replace(/\s+/g, ' ').trim();
      if (text) announcements.push(isAnnounced ? text : `Not read: ${text}`);
    }

    knownRegions = findRegions();
  };

  const observer = new MutationObserver(handleChanges);
  Object.assign(globalThis, {
    recordPendingChanges: () => handleChanges(observer.takeRecords()),
  });

  const startObserving = () => {
    knownRegions = findRegions();
    const options = { subtree: true, childList: true, characterData: true };
    observer.observe(document, options);
  };

  // Screen readers do not announce the texts that the page has at first.
  if (document.readyState !== 'loading') startObserving();
  else addEventListener('DOMContentLoaded', startObserving);
}

/**
 * Adds to the recorded announcements what screen readers read without a live
 * region: the title of a new page, and the name and the description of an element
 * to which the page moves the focus. Runs in the page, after `recordAnnouncements`.
 */
export function recordFocusMoves(): void {
  const { announced, recordPendingChanges } = globalThis as unknown as {
    announced: string[];
    recordPendingChanges: () => void;
  };
  /** Whether the visitor is moving the focus with the mouse or with Tab. */
  let isVisitorMovingFocus = false;
  let lastDialog: Element | null = null;

  const findElements = (ids: string | null) =>
    (ids ?? '').split(' ').map((id) => document.getElementById(id));
  const getName = (element: HTMLElement) => {
    const hasNameFromContent = element.matches(
      'a, button, summary, :is(h1, h2, h3), [role="status"]',
    );
    const nameSources = [
      ...findElements(element.getAttribute('aria-labelledby')),
      ...((element as HTMLInputElement).labels ?? []),
      hasNameFromContent ? element : null,
    ];
    const label = element.getAttribute('aria-label');
    return label ?? nameSources.find(Boolean)?.textContent;
  };
  const record = (text: string | null | undefined) => {
    const normalizedText = text?.replace(/\s+/g, ' ').trim();
    if (normalizedText) announced.push(normalizedText);
  };

  addEventListener('pointerdown', () => {
    isVisitorMovingFocus = true;
  });
  addEventListener('keydown', ({ key }) => {
    isVisitorMovingFocus = key === 'Tab';
  });
  for (const type of ['pointerup', 'keyup']) {
    addEventListener(type, () => {
      isVisitorMovingFocus = false;
    });
  }

  addEventListener('focusin', ({ target }) => {
    recordPendingChanges();

    const element = target as HTMLElement;
    const dialog = element.closest('dialog');
    if (dialog && dialog !== lastDialog) record(getName(dialog));
    lastDialog = dialog;
    if (isVisitorMovingFocus) return;

    record(getName(element));
    const descriptionIds = element.getAttribute('aria-describedby');
    for (const description of findElements(descriptionIds))
      record(description?.textContent);
  });

  addEventListener('DOMContentLoaded', () => record(document.title));
}

/** Returns the announcements so far. Runs in the page. */
export function readAnnouncements(): string[] {
  return (globalThis as unknown as { announced: string[] }).announced;
}

/** Returns the announcements since the last call. Runs in the page. */
export function takeAnnouncements(): string[] {
  const { announced } = globalThis as unknown as { announced: string[] };
  return announced.splice(0);
}

/** Waits for an announcement; returns all announcements since the last call. */
export async function waitForAnnouncement(page: Page, last: string | RegExp) {
  const readAll = () => page.evaluate(readAnnouncements);
  await expect.poll(async () => (await readAll()).at(-1)).toMatch(last);
  return page.evaluate(takeAnnouncements);
}
