import { expect, type Page } from 'playwright/test';

/**
 * Runs in the page, so it must hold all it needs. Records the changes of live
 * regions, which a screen reader reads by itself. 'Not read: ' marks a text
 * whose region was not in the accessibility tree before it.
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
  let known = new Set<Element>();
  const observer = new MutationObserver((changes) => {
    /** What is read of each region: all of it, or what is new in it. */
    const news = new Map<Element, Set<string>>();
    for (const { target, addedNodes, type } of changes) {
      const nodes = type === 'childList' ? [...addedNodes] : [target];
      for (const node of nodes) {
        const element = node instanceof Element ? node : node.parentElement;
        const alerts = element?.querySelectorAll('[role="alert"]') ?? [];
        for (const region of [element?.closest(live), ...alerts]) {
          if (!region || !node.isConnected || !isExposed(region)) continue;
          const isAtomic = region.role === 'status' || region.role === 'alert';
          const text = (isAtomic ? region : node).textContent ?? '';
          news.set(region, (news.get(region) ?? new Set()).add(text));
        }
      }
    }
    for (const [region, texts] of news) {
      const isRead = region.role === 'alert' || known.has(region);
      const words = [...texts].join(' ').replace(/\s+/g, ' ').trim();
      if (words) announced.push(isRead ? words : `Not read: ${words}`);
    }
    known = new Set([...document.querySelectorAll(live)].filter(isExposed));
  });
  // What the static page holds is not news.
  const start = () => {
    known = new Set([...document.querySelectorAll(live)].filter(isExposed));
    const options = { subtree: true, childList: true, characterData: true };
    observer.observe(document, options);
  };
  if (document.readyState === 'loading')
    addEventListener('DOMContentLoaded', start);
  else start();
}

/** Returns what has been read so far, in the page. */
export function announcements(): string[] {
  return (globalThis as unknown as { announced: string[] }).announced;
}

/** Waits for an announcement; returns all announcements since the last call. */
export async function hears(page: Page, last: string | RegExp) {
  const heard = () => page.evaluate(announcements);
  await expect.poll(async () => (await heard()).at(-1)).toMatch(last);
  const lines = await heard();
  await page.evaluate('announced.length = 0');
  return lines;
}
