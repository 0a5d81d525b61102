import type { Page } from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';

/** Resolves when the page's own code has taken over from its static markup. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(hasTakenOver);
}

/** Loads a page, until its own code has taken over. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** Resolves when the page has had time for what can wait. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/** Keeps the page's own code away until it, or this, is let through. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}
