import { crash } from '../../../src/content/notices.ts';
import { expect, test } from '../../support/fixtures.ts';
import { hydrated } from '../../support/hydrated.ts';
import { thanks } from '../../support/waitlist.ts';

/** As in Safari before 17: no interface, no attribute, no selector. */
function withoutPopovers(): void {
  for (const name of ['showPopover', 'hidePopover', 'togglePopover']) {
    Reflect.deleteProperty(HTMLElement.prototype, name);
  }
  Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  const { matches } = Element.prototype;
  Object.assign(Element.prototype, {
    matches(this: Element, selector: string) {
      if (selector.includes(':popover')) throw new DOMException(selector);
      return matches.call(this, selector);
    },
  });
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      for (const element of (target as Element).querySelectorAll(
        '[popover], [popovertarget]',
      )) {
        element.removeAttribute('popover');
        element.removeAttribute('popovertarget');
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Once: after a reload all is well. */
function crashInTheHeader(): void {
  if (sessionStorage.getItem('crashed')) return;
  sessionStorage.setItem('crashed', 'yes');
  Object.assign(Element.prototype, {
    matches() {
      throw new Error('A crash');
    },
  });
}

function crashInTheNotices(): void {
  Object.defineProperty(navigator, 'onLine', {
    get() {
      throw new Error('A crash');
    },
  });
}

test('the menu works without popovers', async ({ page, consoleLines }) => {
  await page.addInitScript(withoutPopovers);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/about');
  await hydrated(page);
  const toggle = page.getByRole('button', { name: 'Menu', exact: true });
  const panel = page.getByRole('dialog', { name: 'Menu' });
  for (const close of [
    () => panel.getByRole('button', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 800),
  ]) {
    await toggle.click();
    await expect(panel).toBeVisible();
    await expect(panel).toHaveCSS('opacity', '1');
    await close();
    await expect(panel).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(toggle).toBeFocused();
  }
  await toggle.click();
  await panel.getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(consoleLines).toEqual([]);
});

test('a crash leaves the page, and what is typed', async ({ page }) => {
  await page.addInitScript(crashInTheHeader);
  await page.goto('/waitlist');
  const notice = page.getByRole('alert').filter({ hasText: crash.text });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByLabel('Favorite brand').fill('Skeinwell');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await notice.getByRole('link', { name: crash.reload }).click();
  await hydrated(page);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await page.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByRole('status')).toHaveText(thanks);
});

test('a crash of the notices leaves the page as it is', async ({
  page,
  consoleLines,
}) => {
  await page.addInitScript(crashInTheNotices);
  await page.goto('/about');
  await expect.poll(() => consoleLines.join()).toContain('A crash');
  await page.getByRole('link', { name: 'Mission' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Our Mission',
  );
});
