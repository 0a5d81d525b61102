import type { Page } from 'playwright/test';
import { hasTakenOver } from '../../src/boot/early-input.ts';

/** Resolves when the page's own code has taken over from its static markup. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(hasTakenOver);
}
