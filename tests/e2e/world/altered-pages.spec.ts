import { denial } from '../../support/commits.ts';
import { expect, test } from '../../support/fixtures.ts';
import { careersForm, fillIn, submit } from '../../support/forms.ts';
import { holdScripts, hydrated, idle, load } from '../../support/hydrated.ts';
import { extendPage, translatePage } from '../../support/translator.ts';
import { openUnsent, pill } from '../../support/unsent.ts';
import { expectSent, saved } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

test.describe('in a translated page', () => {
  test.beforeEach(({ page }) => page.addInitScript(translatePage));

  test('forms are sent', async ({ page, network, records, consoleLines }) => {
    await load(page, '/careers');
    await fillIn(page, careersForm, { email: 'ada@gmial.com' });
    await page.getByRole('button', { name: 'ada@gmail.com' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('ada@gmail.com');
    network.fail(denial);
    await submit(page, careersForm);
    await expect(page.getByRole('alert')).toHaveText(careersForm.failure);
    await page.getByLabel('Message').fill('');
    await submit(page, careersForm);
    await expect(page.getByRole('alert')).toHaveText(/fill in all fields/);
    await page.getByLabel('Message').fill('Hello');
    await page.goto('/about');
    const sheet = await openUnsent(page);
    await sheet.getByRole('button', { name: 'Copy text' }).click();
    await expect(sheet.getByText('Copied.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Discard' }).click();
    await sheet.getByRole('button', { name: 'Keep' }).click();
    await sheet.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('ada@gmail.com');
    network.fail({ kind: 'reset' });
    await submit(page, careersForm);
    await expect(page.getByText(saved)).toBeVisible();
    network.heal();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expectSent(page);
    await expect(page.getByRole('button', { name: pill })).toBeHidden();
    expect(await records.count('careers')).toBe(1);
    const refused = /^pear: careers \S+ was not accepted: permission-denied$/;
    expect(consoleLines.filter((line) => !refused.test(line))).toEqual([]);
  });
});

for (const [title, alter] of [
  ['an extension puts nodes beside fields', extendPage],
  ['a translator comes before the scripts', translatePage],
] as const) {
  test(`what is typed stays: ${title}`, async ({ page, consoleLines }) => {
    await page.addInitScript(alter);
    const letThrough = await holdScripts(page);
    await page.goto('/waitlist', { waitUntil: 'commit' });
    const email = page.getByLabel('Email');
    await email.fill('ada@pear.example');
    // Before the dot, in the middle of what is typed.
    for (let left = 0; left < 8; left += 1) await email.press('ArrowLeft');
    letThrough();
    await hydrated(page);
    await page.keyboard.type('s');
    await expect(email).toHaveValue('ada@pears.example');
    await expect(email).toBeFocused();
    expect(consoleLines).toEqual([]);
  });
}

test('a swipe back that was shown is not shown again', async ({ page }) => {
  await page.addInitScript(() => {
    const byBrowser = { value: true };
    addEventListener(
      'popstate',
      (event) =>
        Object.defineProperty(event, 'hasUAVisualTransition', byBrowser),
      { capture: true },
    );
    const faded = new Set<string>();
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      if (this.id === 'main') faded.add(location.pathname);
      document.documentElement.dataset.faded = [...faded].join(' ');
      return animate.apply(this, given);
    };
  });
  await load(page, '/about');
  const root = page.locator(':root');
  const go = (name: string) =>
    page.getByRole('link', { name, exact: true }).first().click();
  await go('FAQs');
  await expect(root).toHaveAttribute('data-faded', '/faq');
  await page.goBack();
  await expect(page).toHaveTitle('Our Core Values');
  await go('Mission');
  await expect(root).toHaveAttribute('data-faded', '/faq /mission');
});

for (const [address, file] of [
  ['/web/2026/https://pear.example/faq', 'faq'],
  ['/translated/waitlist', 'waitlist'],
] as const) {
  test(`a copy at ${address} stays as it was served`, async ({
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
    const text = await page.getByRole('main').innerHTML();
    await idle(page);
    // Links lead to the site, where the same code starts.
    expect(scripts).toEqual([]);
    expect(await page.getByRole('main').innerHTML()).toBe(text);
    await page
      .getByRole('link', { name: 'Contact: Careers & Contact' })
      .click();
    await hydrated(page);
    expect(scripts).not.toEqual([]);
    expect(consoleLines).toEqual([]);
  });
}

test('what is typed stays where a proxy removes all comments', async ({
  page,
  consoleLines,
}) => {
  await page.route('**/waitlist', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<!--[\s\S]*?-->/g, '');
    await route.fulfill({ response, body });
  });
  const letThrough = await holdScripts(page);
  await page.goto('/waitlist', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.fill('ada@pear.example');
  for (let left = 0; left < 8; left += 1) await email.press('ArrowLeft');
  letThrough();
  await hydrated(page);
  await page.keyboard.type('s');
  await expect(email).toHaveValue('ada@pears.example');
  expect(consoleLines).toEqual([]);
});
