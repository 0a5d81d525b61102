import type { Page } from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';

/** Resolves when React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(hasTakenOver);
}

export async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** Resolves when the page has been idle once. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/** Holds back the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
