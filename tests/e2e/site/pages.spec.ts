import type { Locator, Page } from 'playwright/test';
import { expect, test } from '../../support/fixtures.ts';

test.use({ serviceWorkers: 'block' });

/** What a section must have, or the whole page where no heading names one. */
interface Part {
  under?: string | RegExp;
  /** So many list items. */
  items?: number;
  /** Each once, in whatever case. */
  headings?: readonly string[];
  /** A text by itself, or what it holds among other words. */
  says?: readonly (string | RegExp)[];
  links?: Readonly<Record<string, string>>;
}

const contents: Record<string, readonly Part[]> = {
  '/': [
    {
      links: {
        "I'm a Brand": '/brands',
        "I'm a Shopper": '/consumer',
        'Join the waitlist': '/waitlist',
        'Connect with us': '/brandSignup',
      },
      says: [
        'Explore and Personalize',
        'Shop or Connect',
        'Direct Access. Better Value',
      ],
    },
    { under: /problems with online shopping/i, items: 6 },
    { under: /^How to get Started$/, items: 5 },
    { under: /why choose/i },
    {
      under: 'Discovery',
      headings: ['My Brands', 'Discovery'],
      // The second is a wish in plain words, not a search term.
      says: [/agentic AI/i, /(\w+ ){5,}/],
    },
    { under: /single source of truth/i },
  ],
  '/consumer': [
    { links: { 'Join the waitlist': '/waitlist' } },
    { under: /personali[sz]ed feed/i, items: 6 },
    {
      under: /ultimate shopping destination/i,
      // More than two reasons.
      says: ['One feed instead of many tabs', 'Better value', /verified/],
    },
    {
      under: /data.*protect|protect.*data/i,
      says: [/only to the brand you engage with/i],
    },
  ],
  '/brands': [
    {
      links: { 'Connect with us now': '/brandSignup' },
      says: [/Brand Side Platform/, /dashboard/i],
    },
    {
      under: /^upload products$/i,
      items: 8,
      headings: [
        'upload products',
        'receive first-party data',
        'targeting optimization',
        'optimize supply chain',
        'manage product launches',
        'manage budgets',
        'enhance shopper feedback',
        'easy management',
      ],
    },
    {
      under: /pric(ing|es)/i,
      items: 3,
      says: [/5%-7%/, /Starter.*7% fee.*Growth.*5% fee.*Enterprise.*custom/is],
    },
    { under: /advantage|yours/i },
    { under: /fulfil/i, says: [/brand handles it/i] },
    { under: /vision/i },
  ],
  '/mission': [{ headings: ['Our Mission', 'Who Are We'], says: [/verified/] }],
  '/advantage': [
    {
      items: 7,
      headings: [
        'logistics routing',
        'first-party data AI',
        'demand forecasting',
        'contextual targeting without cookies',
        'optimization for all',
        'AI-native architecture',
        'differentiation',
      ],
    },
  ],
  '/takebackcontrol': [/retail/i, /search/i, /social/i].map((kind) => ({
    under: kind,
    says: [/pear/i],
  })),
  '/waitlist': [
    {
      says: [
        'Sign up for early access',
        /18\+.*consent.*email and (your )?preferences/s,
      ],
    },
  ],
  '/brandSignup': [{ says: ['Interested in partnering with pear?'] }],
};

for (const [path, parts] of Object.entries(contents)) {
  test(`${path} says what it is for`, async ({ page }) => {
    await page.goto(path);
    for (const part of parts) {
      await test.step(String(part.under ?? 'page'), () =>
        expectPart(page, part),
      );
    }
  });
}

async function expectPart(page: Page, part: Part): Promise<void> {
  const { under, items, headings = [], says = [], links = {} } = part;
  const within = under ? sectionOf(page, under) : page.getByRole('main');
  await expect(within).toBeVisible();
  if (items) await expect(within.getByRole('listitem')).toHaveCount(items);
  for (const name of headings) {
    const heading = within.getByRole('heading', { name });
    await expect(heading.filter({ hasText: whole(name) }), name).toHaveCount(1);
  }
  for (const words of says) {
    if (typeof words !== 'string') await expect(within).toContainText(words);
    else await expect(within.getByText(words, { exact: true })).toBeVisible();
  }
  for (const [name, target] of Object.entries(links)) {
    const found = within.getByRole('link', { name, exact: true });
    await expect(found.first(), name).toBeVisible();
    for (const link of await found.all()) {
      await expect(link).toHaveAttribute('href', target);
    }
  }
}

/** The part of a page under that heading. */
function sectionOf(page: Page, heading: string | RegExp): Locator {
  const title = page.getByRole('heading', { name: heading });
  return page.locator('main section').filter({ has: title });
}

function whole(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'i');
}

test('the landing page leads on from its first words', async ({ page }) => {
  await page.goto('/');
  const hero = page.getByRole('main').locator('section').first();
  await expect(hero.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(hero.getByRole('link', { name: "I'm a Brand" })).toBeVisible();
  const problems = sectionOf(page, /problems with online shopping/i);
  await expect(problems.getByRole('heading', { level: 3 })).toHaveCount(6);
  const steps = sectionOf(page, /^How to get Started$/).getByRole('listitem');
  for (const [index, title] of [
    'choose brands',
    'user feed',
    'optimized',
    'safe data sharing',
    'shop your brand',
  ].entries()) {
    const step = steps.nth(index);
    await expect(step).toContainText(String(index + 1));
    await expect(step.getByRole('heading')).toHaveText(whole(title));
    await expect(step.getByRole('img')).not.toHaveCount(0);
  }
  const demo = sectionOf(page, 'Discovery');
  const products = await demo.getByRole('listitem').count();
  expect(products).toBeGreaterThanOrEqual(4);
  await expect(demo.getByText(/^\$\d+(\.\d\d)?$/)).toHaveCount(products);
});

test('the values are five, in their order', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('main').getByRole('heading')).toHaveText([
    'Our Core Values',
    'Optimized Logistics',
    'Price Optimization for Fairness',
    'Transparency Over Transaction',
    'Consumer First Always',
    'Tech-Driven Brand-Friendly',
  ]);
});

/** Inside the same `details`, which tells assistive technology of it. */
function answerTo(question: Locator): Locator {
  return question.locator('xpath=self::summary/following-sibling::*[1]');
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
    const questions = sectionOf(page, heading).locator('summary');
    await expect(questions).toHaveCount(count);
    for (const question of await questions.all()) {
      const answer = answerTo(question);
      await expect(answer).toBeHidden();
      await question.click();
      await expect(answer).toBeVisible();
      await expect(answer).toHaveText(/\S/);
    }
    const first = questions.first();
    const answer = answerTo(first);
    await first.click();
    await expect(answer).toBeHidden();
    await first.press('Enter');
    await expect(answer).toBeVisible();
    await first.press('Space');
    await expect(answer).toBeHidden();
  }
  expect(consoleLines).toEqual([]);
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
