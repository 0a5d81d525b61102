import type { Page } from 'playwright/test';

/** Resolves when the page's own code has taken over from its static markup. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.onsubmit === null);
}
