import { expect, test } from '../../support/fixtures.ts';
import { holdScripts, hydrated } from '../../support/hydrated.ts';
import { extendPage, translatePage } from '../../support/translator.ts';

test.use({ serviceWorkers: 'block' });

test.describe('in a translated page', () => {
  test.beforeEach(({ page }) => page.addInitScript(translatePage));

  test('the demo types, the rail and the questions work', async ({
    page,
    consoleLines,
  }) => {
    await page.goto('/');
    await hydrated(page);
    const wish = page.getByText('Something warm for a windy walk');
    await wish.scrollIntoViewIfNeeded();
    const room = page.locator('[data-asked="true"]');
    await room.waitFor();
    await room.evaluate((element) =>
      Promise.all(
        element.getAnimations({ subtree: true }).map((one) => one.finished),
      ),
    );
    await expect(page.getByText('Here is what your brands have')).toBeVisible();
    const shown = page.getByText(/^On the rail:/);
    await page
      .getByRole('button', { name: 'Lopewell', pressed: false })
      .click();
    await expect(shown).toContainText('Lopewell');
    await page.goto('/faq');
    await page.getByText('What is pear?').click();
    await expect(page.getByText('A place to shop directly')).toBeVisible();
    expect(consoleLines).toEqual([]);
  });

  test('a notice comes as often as the network goes', async ({
    page,
    context,
    consoleLines,
  }) => {
    await page.goto('/about');
    await page.locator('[data-live]').waitFor({ state: 'attached' });
    const notice = page.getByText('You are offline.');
    for (const isOffline of [true, false, true]) {
      await context.setOffline(isOffline);
      await expect(notice).toBeVisible({ visible: isOffline });
    }
    expect(consoleLines).toEqual([]);
  });

  test('a page whose code does not come says so, then comes', async ({
    page,
  }) => {
    await page.goto('/about');
    await hydrated(page);
    await page.route('**/pages/faq*.js', (route) => route.abort());
    await page.route('**/js/faq*.js', (route) => route.abort());
    const main = page.getByRole('main');
    await page.getByRole('link', { name: 'FAQs', exact: true }).first().click();
    await expect(main.getByText('Loading chunk failed')).toBeVisible();
    await page.unrouteAll();
    await main.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { name: 'FAQs' })).toBeVisible();
  });
});

for (const [title, alter] of [
  ['an extension puts nodes beside fields', extendPage],
  ['a translator comes before the scripts', translatePage],
] as const) {
  test(`words, focus and caret stay where ${title}`, async ({
    page,
    consoleLines,
  }) => {
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

test('a swipe back that the browser has shown is not shown once more', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const byBrowser = { value: true };
    addEventListener(
      'popstate',
      (event) =>
        Object.defineProperty(event, 'hasUAVisualTransition', byBrowser),
      { capture: true },
    );
    const faded = new Set<string>();
    addEventListener('animationstart', ({ pseudoElement }) => {
      if (!pseudoElement.startsWith('::view-transition')) return;
      faded.add(location.pathname);
      document.documentElement.dataset.faded = [...faded].join(' ');
    });
  });
  await page.goto('/about');
  await hydrated(page);
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
