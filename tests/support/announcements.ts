import { expect, type Page } from 'playwright/test';

/**
 * Records the changes of live regions, which a screen reader announces. The
 * prefix 'Not read: ' marks a text whose region was not in the accessibility
 * tree before the change. The page runs this function, so the function may not
 * use anything from outside.
 */
export function recordAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(globalThis, { announced });
  const live =
    '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
  const isExposed = (element: Element) => {
    const modal = document.querySelector('dialog:modal');
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"]') &&
      (!modal || modal.contains(element))
    );
  };
  const findRegions = () =>
    new Set([...document.querySelectorAll(live)].filter(isExposed));
  let knownRegions = new Set<Element>();
  const observer = new MutationObserver((changes) => {
    const newTexts = new Map<Element, Set<string>>();
    for (const { target, addedNodes, type } of changes) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const element = node instanceof Element ? node : node.parentElement;
        const alerts = element?.querySelectorAll('[role="alert"]') ?? [];
        for (const region of [element?.closest(live), ...alerts]) {
          if (!region || !node.isConnected || !isExposed(region)) continue;
          const isAtomic = region.role === 'status' || region.role === 'alert';
          const text = (isAtomic ? region : node).textContent ?? '';
          newTexts.set(region, (newTexts.get(region) ?? new Set()).add(text));
        }
      }
    }
    for (const [region, texts] of newTexts) {
      const isRead = region.role === 'alert' || knownRegions.has(region);
      const text = [...texts].join(' ').replace(/\s+/g, ' ').trim();
      if (text) announced.push(isRead ? text : `Not read: ${text}`);
    }
    knownRegions = findRegions();
  });
  const start = () => {
    knownRegions = findRegions();
    const options = { subtree: true, childList: true, characterData: true };
    observer.observe(document, options);
  };
  // Screen readers do not announce what the static page contains.
  if (document.readyState !== 'loading') start();
  else addEventListener('DOMContentLoaded', start);
}

/** Returns the announcements so far, in the page. */
export function readAnnouncements(): string[] {
  return (globalThis as unknown as { announced: string[] }).announced;
}

/** Waits for an announcement and returns all since the last call. */
export async function waitToHear(page: Page, last: string | RegExp) {
  const heard = () => page.evaluate(readAnnouncements);
  await expect.poll(async () => (await heard()).at(-1)).toMatch(last);
  const lines = await heard();
  await page.evaluate('announced.length = 0');
  return lines;
}
