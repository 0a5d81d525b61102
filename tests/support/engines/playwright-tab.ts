import type { Page } from 'playwright';
import type { Tab } from './engine.ts';

export function tabOf(page: Page): Tab {
  return {
    goto: async (url) => {
      await page.goto(url);
    },
    reload: async () => {
      await page.reload();
    },
    back: async () => {
      await page.goBack({ waitUntil: 'commit' });
    },
    evaluate: (work, argument) =>
      page.evaluate(
        work as (argument: unknown) => ReturnType<typeof work>,
        argument,
      ),
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    click: (name) => page.getByRole('button', { name, exact: true }).click(),
    text: async () => (await page.locator('body').textContent()) ?? '',
    close: () => page.close(),
  };
}
