import type { Page, ViewportSize } from 'playwright/test';

/**
 * Sets the size of the window, and resolves when the page has reacted. Browsers report a
 * new size with the next frame, so a page that is read before still has the old layout of
 * its notices, and an open menu.
 */
export async function resizeWindow(
  page: Page,
  size: ViewportSize,
): Promise<void> {
  await page.setViewportSize(size);
  await waitForNextFrame(page);
}

/** Resolves after the resize observers of the page's next frame have run. */
export function waitForNextFrame(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // Resize observers run after the animation frame callbacks.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  });
}
