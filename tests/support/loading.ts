import { expect, type Page } from 'playwright/test';

/** Returns whether hydration removed the early listeners. Runs in the page. */
export function isHydrated(): boolean {
  return document.onsubmit === null;
}

/** Resolves when React has hydrated the page. */
export async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}

export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForReact(page);
}

export const getHeading = (page: Page) =>
  page.getByRole('heading', { level: 1 });

/**
 * Resolves when the page has rendered its notices. Then it has also started its background
 * tasks. In a low window, the notices lose their attribute `data-fixed`.
 */
export async function waitForNotices(page: Page): Promise<void> {
  await page.locator('[data-live]').waitFor({ state: 'attached' });
}

/** Opens each question of the page, and waits for what an open one loads. */
export async function openDisclosures(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((disclosures) => {
    for (const disclosure of disclosures)
      disclosure.toggleAttribute('open', true);
  });
  await waitForForgetMe(page);
}

/** Waits for the button in the care label, and in the open disclosure of a form. */
export async function waitForForgetMe(page: Page): Promise<void> {
  const titles =
    /^(The care label of this page|What happens to what I send\?)$/;
  const count = await page.getByText(titles).count();
  const button = page.getByRole('button', { name: 'Forget me on this device' });
  await expect(button).toHaveCount(count);
}

/** Resolves in the page's next idle period. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/** Holds back files, by default scripts, until the returned function is called. */
export async function holdFiles(page: Page, pattern = '**/*.js') {
  let release = () => {};
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });

  await page.route(pattern, (route) =>
    releasePromise.then(() => route.continue()),
  );

  return release;
}

export async function openWithWorker(page: Page, address: string) {
  await page.goto(address);
  await waitForWorker(page);
}

/** Resolves when the worker has stored its files and controls the page. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller);
}
