import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import {
  holdScripts,
  openPage,
  waitForIdle,
  waitForReact,
} from '../../support/loading.ts';
import { permissionDenied } from '../../support/network-faults.ts';
import { extendPage, translatePage } from '../../support/translator.ts';
import { openUnsent, unsentLabel } from '../../support/unsent.ts';
import { expectSent, saved } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

test('sends, edits and discards messages in a translated page', async ({
  page,
  network,
  records,
  consoleLines,
}) => {
  await page.addInitScript(translatePage);
  await openPage(page, '/careers');
  await fillIn(page, careersForm, { email: 'ada@gmial.com' });
  await page.getByRole('button', { name: 'ada@gmail.com' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ada@gmail.com');
  network.fail(permissionDenied);
  await submit(page, careersForm);
  await expect(page.getByRole('alert')).toHaveText(careersForm.failure);
  await page.getByLabel('Message').fill('');
  await submit(page, careersForm);
  await expect(page.getByRole('alert')).toHaveText(/fill in all fields/);
  await page.getByLabel('Message').fill('Hello');
  await page.goto('/about');
  const dialog = await openUnsent(page);
  await dialog.getByRole('button', { name: 'Copy text' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Email')).toHaveValue('ada@gmail.com');
  network.fail({ kind: 'reset' });
  await submit(page, careersForm);
  await expect(page.getByText(saved)).toBeVisible();
  network.heal();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectSent(page);
  await expect(page.getByRole('button', { name: unsentLabel })).toBeHidden();
  expect(await records.count('careers')).toBe(1);
  const refused = /^pear: careers \S+ was not accepted: permission-denied$/;
  expect(consoleLines.filter((line) => !refused.test(line))).toEqual([]);
});

async function removeComments(page: Page): Promise<void> {
  await page.route('**/waitlist', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<!--[\s\S]*?-->/g, '');
    await route.fulfill({ response, body });
  });
}

for (const [title, alter] of [
  ['an extension adds nodes', (page) => page.addInitScript(extendPage)],
  ['the page is translated', (page) => page.addInitScript(translatePage)],
  ['a proxy removes all HTML comments', removeComments],
] as [string, (page: Page) => Promise<unknown>][]) {
  test(`hydration keeps typed text and the caret although ${title}`, async ({
    page,
    consoleLines,
  }) => {
    await alter(page);
    const releaseScripts = await holdScripts(page);
    await page.goto('/waitlist', { waitUntil: 'commit' });
    const email = page.getByLabel('Email');
    await email.fill('ada@pear.example');
    for (const _ of '.example') await email.press('ArrowLeft');
    releaseScripts();
    await waitForReact(page);
    await page.keyboard.type('s');
    await expect(email).toHaveValue('ada@pears.example');
    await expect(email).toBeFocused();
    expect(consoleLines).toEqual([]);
  });
}

test('does not fade in a page after a swipe that the browser animates', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const animatedByBrowser = { value: true };
    addEventListener(
      'popstate',
      (event) =>
        Object.defineProperty(
          event,
          'hasUAVisualTransition',
          animatedByBrowser,
        ),
      { capture: true },
    );
    const faded = new Set<string>();
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...options) {
      if (this.id === 'main') faded.add(location.pathname);
      document.documentElement.dataset.faded = [...faded].join(' ');
      return animate.apply(this, options);
    };
  });
  await openPage(page, '/about');
  const root = page.locator(':root');
  const follow = (name: string) =>
    page.getByRole('link', { name, exact: true }).first().click();
  await follow('FAQs');
  await expect(root).toHaveAttribute('data-faded', '/faq');
  await page.goBack();
  await expect(page).toHaveTitle('Our Core Values');
  await follow('Mission');
  await expect(root).toHaveAttribute('data-faded', '/faq /mission');
});

for (const [address, file] of [
  ['/web/2026/https://pear.example/faq', 'faq'],
  ['/translated/waitlist', 'waitlist'],
] as const) {
  test(`runs no scripts in a copy of the site at ${address}`, async ({
    page,
    network,
    consoleLines,
  }) => {
    const path = `dist/${file}.html`;
    await page.route(`${network.origin}${address}`, (route) =>
      route.fulfill({ path }),
    );
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(network.origin + address);
    const html = await page.getByRole('main').innerHTML();
    await waitForIdle(page);
    expect(scripts).toEqual([]);
    expect(await page.getByRole('main').innerHTML()).toBe(html);
    // The links lead to the site itself, where scripts do run.
    await page
      .getByRole('link', { name: 'Contact: Careers & Contact' })
      .click();
    await waitForReact(page);
    expect(scripts).not.toEqual([]);
    expect(consoleLines).toEqual([]);
  });
}
