import { test as base, expect } from 'playwright/test';
import { readConsole } from '../../support/console.ts';
import { fillIn, submit, waitlistForm } from '../../support/forms.ts';
import { Records } from '../../support/records.ts';
import { startSite } from '../../support/site.ts';
import { openUnsent } from '../../support/unsent.ts';
import { expectSent, saved } from '../../support/waitlist.ts';

const test = base.extend<{ dev: Records }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires it
  dev: async ({}, use) => {
    const site = await startSite({}, '.', ['dev']);
    await use(new Records(site.origin));
    await site.stop();
  },
});

/** In the page: lists the listeners of window and document that are left. */
function trackListeners(): void {
  const left: string[] = [];
  Object.assign(globalThis, { left });
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const forget = (line: string) => left.splice(left.indexOf(line) >>> 0, 1);
    target.addEventListener = (
      ...given: Parameters<typeof addEventListener>
    ) => {
      const [type, listener, options] = given;
      const line = `${type}: ${listener}`;
      left.push(line);
      const { signal, once } = Object(options) as AddEventListenerOptions;
      if (once) forget(line);
      signal?.addEventListener('abort', () => forget(line));
      addEventListener.apply(target, given);
    };
    target.removeEventListener = (
      ...given: Parameters<typeof addEventListener>
    ) => {
      forget(`${given[0]}: ${given[1]}`);
      removeEventListener.apply(target, given);
    };
  }
}

const expected = /^\[vite\]|React DevTools/;

test('every effect of npm run dev survives StrictMode', async ({
  page,
  context,
  dev: records,
}) => {
  const lines = readConsole(context);
  await page.addInitScript(trackListeners);
  await page.goto(records.origin);
  await page.getByRole('link', { name: 'Join the waitlist' }).first().click();
  await expect(page).toHaveTitle(waitlistForm.title);
  const commits: string[] = [];
  const isOffline = { value: true };
  await page.route('**/*:commit*', (route) => {
    commits.push(route.request().postData() ?? '');
    return isOffline.value ? route.abort() : route.continue();
  });
  await fillIn(page, waitlistForm);
  await submit(page, waitlistForm);
  await expect(page.getByText(saved)).toBeVisible();
  const sheet = await openUnsent(page);
  await sheet.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ada@loom.example');
  isOffline.value = false;
  await page.getByLabel('Email').fill('grace@loom.example');
  await submit(page, waitlistForm);
  await expectSent(page);
  const stored = await records.list('waitlist');
  expect(stored.map(({ fields }) => fields.email)).toEqual([
    'grace@loom.example',
  ]);
  expect(new Set(commits).size).toBe(2);
  const left = await page.evaluate(
    () => (globalThis as { left?: string[] }).left,
  );
  const doubled = left?.filter((line, index) => left.indexOf(line) < index);
  expect(doubled).toEqual([]);
  expect(left?.length).toBeGreaterThan(9);
  expect(lines.filter((line) => !expected.test(line))).toEqual([]);
});
