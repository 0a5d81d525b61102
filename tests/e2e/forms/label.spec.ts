import type { Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';
import {
  careersForm,
  fillIn,
  submit,
  waitlistForm,
} from '../../support/forms.ts';
import { openPage } from '../../support/loading.ts';
import { deniedFault } from '../../support/network-faults.ts';
import { expectSaved } from '../../support/unsent.ts';
import { expectSent, joinWaitlist, shopper } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

/** Finds the label in the collar. */
const getLabel = (page: Page) => page.locator('[data-fastening]');

/**
 * Records each label that claims more than the sentences on the page, whenever the
 * page changes. Runs in the page.
 */
function recordFalseLabels(): void {
  const falseLabels: string[] = [];
  Object.assign(globalThis, { falseLabels });
  const main = document.querySelector('main');
  if (!main) throw new Error('The page has no main element.');

  const evidence: Record<string, RegExp> = {
    pin: /Please enter both email and favorite brand\./,
    basting: /Saved on this device\./,
    seam: /Sent\./,
    loose: /Something went wrong\. Please try again\./,
  };

  const check = () => {
    for (const label of main.querySelectorAll('[data-fastening]')) {
      const fastening = label.getAttribute('data-fastening') ?? '';
      const isTrue = evidence[fastening]?.test(main.innerText) ?? true;
      if (!isTrue) falseLabels.push(`${fastening}: ${main.innerText}`);
    }
  };

  new MutationObserver(check).observe(main, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

async function expectLabel(page: Page, fastening: string, text: string) {
  await expect(getLabel(page)).toHaveAttribute('data-fastening', fastening);
  await expect(getLabel(page)).toHaveText(text);
}

/** Expects that the sentence of the status has a check mark, or that it has none. */
async function expectCheckMark(page: Page, isShown: boolean) {
  const sentence = page.getByRole('main').locator('[data-status]');
  const readMark = () =>
    sentence.evaluate((line) => getComputedStyle(line, '::before').content);
  await expect.poll(readMark).toBe(isShown ? '""' : 'none');
}

/** Expects that windows of each width show the label in one place. */
async function expectOneLabel(page: Page) {
  const shownLabels = page.locator('[data-fastening="seam"]:visible');
  for (const width of [320, 390, 800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(shownLabels, `${width} pixels wide`).toHaveCount(1);
  }
}

/** Removes the rules that browsers without `:has()` ignore. Runs in the page. */
function removeRulesWithHas(): void {
  function removeFrom(list: CSSStyleSheet | CSSGroupingRule): void {
    for (let index = list.cssRules.length - 1; index >= 0; index -= 1) {
      const rule = list.cssRules[index];
      if (rule instanceof CSSGroupingRule) removeFrom(rule);
      const isIgnored = /:has\(/.test(rule?.cssText ?? '');
      if (rule instanceof CSSStyleRule && isIgnored) list.deleteRule(index);
    }
  }
  for (const sheet of document.styleSheets) removeFrom(sheet);
}

const readFalseLabels = (page: Page) => page.evaluate('falseLabels');

test('the label is sewn on when the sentence beside it says that the submission was sent, and not earlier', async ({
  page,
  context,
}) => {
  await openPage(page, '/waitlist');
  await page.evaluate(recordFalseLabels);
  await expectLabel(page, 'none', '');

  await submit(page, waitlistForm);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectLabel(page, 'pin', '');

  const brandField = page.getByLabel('Favorite brand');
  await brandField.fill('A brand with far too long a name');
  await expectLabel(page, 'none', 'A brand with far too lo…');

  await context.setOffline(true);
  await joinWaitlist(page);
  await expectSaved(page);
  await expectLabel(page, 'basting', shopper.brand);
  await expectCheckMark(page, false);

  await context.setOffline(false);
  await expectSent(page);
  await expectLabel(page, 'seam', shopper.brand);
  await expectCheckMark(page, true);
  await expectOneLabel(page);
  await page.evaluate(removeRulesWithHas);
  await expectOneLabel(page);
  expect(await readFalseLabels(page)).toEqual([]);
});

test('a corner of the label hangs loose when Firestore has refused the submission', async ({
  page,
  network,
}) => {
  await openPage(page, '/waitlist');
  await page.evaluate(recordFalseLabels);
  network.fail(deniedFault);
  await joinWaitlist(page);
  await expect(page.getByRole('alert')).toHaveText(waitlistForm.failure);
  await expectLabel(page, 'loose', shopper.brand);
  expect(await readFalseLabels(page)).toEqual([]);
});

test('the label shows the text of a draft', async ({ page }) => {
  await openPage(page, '/waitlist');
  await page.getByLabel('Favorite brand').fill(shopper.brand);
  await page.reload();
  await expectLabel(page, 'none', shopper.brand);
});

test('the thank-you shows the top of the page, where narrow windows have the label', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, careersForm.path);
  await fillIn(page, careersForm);
  await submit(page, careersForm);
  await expectSent(page);
  await expect(getLabel(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});
