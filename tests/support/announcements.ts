import { expect, type Page } from 'playwright/test';

/**
 * Runs in the page, so it must hold all it needs. Records what a screen reader
 * reads by itself: the name and description of what gets the focus, and changes
 * of live regions. 'Not read: ' marks a text whose region was not in the
 * accessibility tree before it.
 */
export function recordAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(globalThis, { announced });
  const live =
    '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
  const add = (text: string | null | undefined, prefix = '') => {
    const words = text?.replace(/\s+/g, ' ').trim();
    if (words) announced.push(prefix + words);
  };
  const isExposed = (element: Element) => {
    const modal = document.querySelector('dialog:modal');
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"]') &&
      (!modal || modal.contains(element))
    );
  };
  const textOf = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ');
  addEventListener('focusin', ({ target }) => {
    const element = target as HTMLInputElement;
    const name =
      element.getAttribute('aria-label') ??
      element.labels?.[0]?.textContent ??
      (textOf(element.getAttribute('aria-labelledby')) || element.textContent);
    add(
      `${name} ${textOf(element.getAttribute('aria-describedby'))}`,
      'Focus: ',
    );
  });
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
      add([...texts].join(' '), isRead ? '' : 'Not read: ');
    }
    known = new Set([...document.querySelectorAll(live)].filter(isExposed));
  });
  // What the static page holds is not news.
  addEventListener('DOMContentLoaded', () => {
    known = new Set([...document.querySelectorAll(live)].filter(isExposed));
    const options = { subtree: true, childList: true, characterData: true };
    observer.observe(document, options);
  });
}

/** Returns what has been read so far, in the page. */
export function announcements(): string[] {
  return (globalThis as unknown as { announced: string[] }).announced;
}

/** Waits for an announcement; returns all since the last call, without the focus. */
export async function hears(page: Page, last: string | RegExp) {
  const log = async () =>
    (await page.evaluate(announcements)).filter(
      (line) => !/^Focus: /.test(line),
    );
  await expect.poll(async () => (await log()).at(-1)).toMatch(last);
  const lines = await log();
  await page.evaluate(() => {
    (globalThis as unknown as { announced: string[] }).announced.length = 0;
  });
  return lines;
}
