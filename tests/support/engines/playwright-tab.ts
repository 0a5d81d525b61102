import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Tab } from './engine.ts';

export function tabOf(page: Page): Tab {
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    reload: async () => {
      await page.reload();
    },
    // Playwright waits in vain for pages out of the back-forward cache.
    back: async () => {
      const left = page.url();
      // Later, so that the answer is not lost with the page.
      await page.evaluate(() => void setTimeout(() => history.back()));
      await expect
        .poll(() => page.evaluate(() => location.href).catch(() => left))
        .not.toBe(left);
    },
    evaluate: (work, argument) =>
      page.evaluate(
        work as (argument: unknown) => ReturnType<typeof work>,
        argument,
      ),
    fill: async (label, text) => {
      const field = page.getByLabel(label, { exact: true });
      // Over BiDi, text is added to what an email field holds.
      await field.evaluate((input: HTMLInputElement) => {
        input.value = '';
      });
      await field.fill(text);
    },
    click: (name) => page.getByRole('button', { name, exact: true }).click(),
    key: (name) => page.keyboard.press(name),
    text: async () => (await page.locator('body').textContent()) ?? '',
    close: () => page.close(),
  };
}
