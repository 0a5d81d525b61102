import { expect, type Page } from 'playwright/test';

/**
 * Records changed texts of live regions, which a screen reader announces. The
 * prefix 'Not read: ' marks a text whose region was not in the accessibility
 * tree before the change. Runs in the page, so it cannot use variables of this
 * module.
 */
export function recordAnnouncements(): void {
  const announcements: string[] = [];
  Object.assign(globalThis, { announced: announcements });
  const liveSelector =
    '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
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
  const observer = new MutationObserver((changes) => {
    const newTexts = new Map<Element, Set<string>>();
    for (const { target, addedNodes, type } of changes) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const element = node instanceof Element ? node : node.parentElement;
        const alerts = element?.querySelectorAll('[role="alert"]') ?? [];
        for (const region of [element?.closest(liveSelector), ...alerts]) {
          if (!region || !node.isConnected || !isExposed(region)) continue;
          const isAtomic = region.role === 'status' || region.role === 'alert';
          const text = (isAtomic ? region : node).textContent ?? '';
          newTexts.set(region, (newTexts.get(region) ?? new Set()).add(text));
        }
      }
    }
    for (const [region, texts] of newTexts) {
      const isAnnounced = region.role === 'alert' || knownRegions.has(region);
      const text = [...texts].join(' ').replace(/\s+/g, ' ').trim();
      if (text) announcements.push(isAnnounced ? text : `Not read: ${text}`);
    }
    knownRegions = findRegions();
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

/** Returns the announcements so far. Runs in the page. */
export function readAnnouncements(): string[] {
  return (globalThis as unknown as { announced: string[] }).announced;
}

/** Waits for an announcement; returns all announcements since the last call. */
export async function waitForAnnouncement(page: Page, last: string | RegExp) {
  const readAll = () => page.evaluate(readAnnouncements);
  await expect.poll(async () => (await readAll()).at(-1)).toMatch(last);
  const announcements = await readAll();
  await page.evaluate('announced.length = 0');
  return announcements;
}
