import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';

/** The part of a page under that heading. */
function sectionOf(page: Page, heading: string | RegExp): Locator {
  const title = page.getByRole('heading', { name: heading });
  return page.locator('main section').filter({ has: title });
}

async function expectHeadings(within: Locator, names: readonly string[]) {
  for (const name of names) {
    const heading = new RegExp(`^${literal(name)}$`, 'i');
    await expect(
      within.getByRole('heading', { name: heading }),
      name,
    ).toHaveCount(1);
  }
}

async function expectLink(
  within: Locator,
  name: string,
  target: string,
): Promise<void> {
  const links = within.getByRole('link', { name, exact: true });
  await expect(links.first(), name).toBeVisible();
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', target);
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

test('the landing page sells the idea from hero to call', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await test.step('hero', async () => {
    await expectLink(main, "I'm a Brand", '/brands');
    await expectLink(main, "I'm a Shopper", '/consumer');
    const hero = main.locator('section').first();
    await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLink(hero, "I'm a Brand", '/brands');
  });
  await test.step('six complaints', async () => {
    const problems = sectionOf(page, /problems with online shopping/i);
    await expect(problems.getByRole('listitem')).toHaveCount(6);
    await expect(problems.getByRole('heading', { level: 3 })).toHaveCount(6);
  });
  await test.step('value strip', async () => {
    for (const value of [
      'Explore and Personalize',
      'Shop or Connect',
      'Direct Access. Better Value',
    ]) {
      await expect(main.getByText(value, { exact: true })).toBeVisible();
    }
  });
  await test.step('five steps', async () => {
    const start = sectionOf(page, /^How to get Started$/);
    const steps = start.getByRole('listitem');
    await expect(steps).toHaveCount(5);
    const titles = [
      'choose brands',
      'user feed',
      'optimized',
      'safe data sharing',
      'shop your brand',
    ];
    for (const [index, title] of titles.entries()) {
      const step = steps.nth(index);
      await expect(step).toContainText(String(index + 1));
      await expectHeadings(step, [title]);
      await expect(step.getByRole('img')).not.toHaveCount(0);
    }
  });
  await test.step('why, demo, truth', async () => {
    await expect(sectionOf(page, /why choose/i)).toBeVisible();
    const demo = sectionOf(page, 'Discovery');
    await expect(demo).toContainText(/agentic AI/i);
    await expectHeadings(demo, ['My Brands', 'Discovery']);
    const prices = demo.getByText(/^\$\d+(\.\d\d)?$/);
    const products = demo.getByRole('listitem');
    expect(await products.count()).toBeGreaterThanOrEqual(4);
    await expect(prices).toHaveCount(await products.count());
    // A wish in plain words, not a search term.
    await expect(demo).toContainText(/(\w+ ){5,}/);
    await expect(sectionOf(page, /single source of truth/i)).toBeVisible();
  });
  await test.step('call to action', async () => {
    await expectLink(main, 'Join the waitlist', '/waitlist');
    await expectLink(main, 'Connect with us', '/brandSignup');
  });
});

test('the values are five, by name', async ({ page }) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading')).toHaveText([
    'Our Core Values',
    'Optimized Logistics',
    'Price Optimization for Fairness',
    'Transparency Over Transaction',
    'Consumer First Always',
    'Tech-Driven Brand-Friendly',
  ]);
});

/** Whether assistive technology is told that the answer shows. */
function isOpen(question: Locator): Promise<boolean> {
  return question.evaluate(
    (element) =>
      element.closest('details')?.open ??
      element.getAttribute('aria-expanded') === 'true',
  );
}

test('questions open and close by a click, five and three', async ({
  page,
  consoleLines,
}) => {
  await page.goto('/faq');
  const groups = [
    [/shoppers/i, 5],
    [/brands/i, 3],
  ] as const;
  for (const [heading, count] of groups) {
    const group = sectionOf(page, heading);
    const questions = group.locator('summary, button[aria-expanded]');
    await expect(questions).toHaveCount(count);
    for (const question of await questions.all()) {
      const answer = question.locator('xpath=following-sibling::*[1]');
      expect(await isOpen(question)).toBe(false);
      await expect(answer).toBeHidden();
      await question.click();
      expect(await isOpen(question)).toBe(true);
      await expect(answer).toBeVisible();
      await expect(answer).toHaveText(/\S/);
    }
    const first = questions.first();
    await first.click();
    expect(await isOpen(first)).toBe(false);
    await first.press('Enter');
    expect(await isOpen(first)).toBe(true);
    await first.press('Space');
    expect(await isOpen(first)).toBe(false);
  }
  expect(consoleLines).toEqual([]);
});

test('shoppers read what they gain', async ({ page }) => {
  await page.goto('/consumer');
  const main = page.getByRole('main');
  await expectLink(main, 'Join the waitlist', '/waitlist');
  const benefits = sectionOf(page, /personali[sz]ed feed/i);
  await expect(benefits.getByRole('listitem')).toHaveCount(6);
  const reasons = sectionOf(page, /ultimate shopping destination/i);
  expect(await reasons.locator('dt, li, h3').count()).toBeGreaterThan(2);
  const data = sectionOf(page, /data.*protect|protect.*data/i);
  await expect(data).toContainText(/only to the brand you engage with/i);
});

test('brands read what they gain and what it costs', async ({ page }) => {
  await page.goto('/brands');
  const main = page.getByRole('main');
  await expectLink(main, 'Connect with us now', '/brandSignup');
  await expect(main).toContainText(/Brand Side Platform/);
  await expect(main).toContainText(/dashboard/i);
  await test.step('eight capabilities', async () => {
    const cards = sectionOf(page, /^upload products$/i);
    await expect(cards.getByRole('listitem')).toHaveCount(8);
    await expectHeadings(cards, [
      'upload products',
      'receive first-party data',
      'targeting optimization',
      'optimize supply chain',
      'manage product launches',
      'manage budgets',
      'enhance shopper feedback',
      'easy management',
    ]);
  });
  await test.step('pricing', async () => {
    const pricing = sectionOf(page, /pric(ing|es)/i);
    await expect(pricing).toContainText('5%-7%');
    const tiers = pricing.getByRole('listitem');
    await expect(tiers).toHaveCount(3);
    for (const [index, [name, fee]] of [
      ['Starter', /7% fee/],
      ['Growth', /5% fee/],
      ['Enterprise', /custom/i],
    ].entries()) {
      await expect(tiers.nth(index)).toContainText(name ?? '');
      await expect(tiers.nth(index)).toContainText(fee ?? '');
    }
  });
  await expect(sectionOf(page, /advantage|yours/i)).toBeVisible();
  await expect(sectionOf(page, /fulfil/i)).toContainText(/brand handles it/i);
  await expect(sectionOf(page, /vision/i)).toBeVisible();
});

test('the mission says why and who', async ({ page }) => {
  await page.goto('/mission');
  await expectHeadings(page.getByRole('main'), ['Our Mission', 'Who Are We']);
  await expect(page.getByRole('main')).toContainText(/verified/);
});

test('the sample feed shows six brands', async ({ page }) => {
  await page.goto('/feed');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(6);
  const names = new Set<string>();
  for (const item of await items.all()) {
    const name = (await item.getByRole('heading').textContent()) ?? '';
    names.add(name);
    const logo = item.getByRole('img', { name: `${name} logo` });
    await expect(logo).toBeVisible();
    const pictures = item.getByRole('img');
    await expect(pictures).toHaveCount(2);
    await item.scrollIntoViewIfNeeded();
    for (const picture of await pictures.all()) {
      await expect(picture).toHaveJSProperty('complete', true);
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
    }
  }
  expect(names.size).toBe(6);
});

test('the AI advantage has seven cards', async ({ page }) => {
  await page.goto('/advantage');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toHaveCount(7);
  await expectHeadings(main, [
    'logistics routing',
    'first-party data AI',
    'demand forecasting',
    'contextual targeting without cookies',
    'optimization for all',
    'AI-native architecture',
    'differentiation',
  ]);
});

test('taking back control names three kinds of company', async ({ page }) => {
  await page.goto('/takebackcontrol');
  for (const kind of [/retail/i, /search/i, /social/i]) {
    await expect(sectionOf(page, kind)).toContainText(/pear/i);
  }
});

test('the form pages say what they are for', async ({ page }) => {
  const main = page.getByRole('main');
  await test.step('waitlist', async () => {
    await page.goto('/waitlist');
    await expect(
      main.getByText('Sign up for early access', { exact: true }),
    ).toBeVisible();
    const note = main.getByText(/18\+/);
    await expect(note).toContainText(/consent/);
    await expect(note).toContainText(/email and (your )?preferences/);
  });
  await test.step('brandSignup', async () => {
    await page.goto('/brandSignup');
    await expect(
      main.getByText('Interested in partnering with pear?', { exact: true }),
    ).toBeVisible();
  });
});
