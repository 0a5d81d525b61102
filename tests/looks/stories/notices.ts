import { devices, expect, type Page } from 'playwright/test';
import { checkForUpdate } from '../../support/gestures.ts';
import { openWithWorker } from '../../support/loading.ts';
import { openMenu } from '../../support/menu.ts';
import { waitForWholePage } from '../camera.ts';
import type { Story } from '../story.ts';

const window = { area: 'window' } as const;
const withWorker = { serviceWorkers: 'allow' } as const;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForWholePage(page);
}

export const noticeStories: Record<string, Story> = {
  'offline and update notices': {
    options: withWorker,
    tell: async ({ page, network, shoot }) => {
      await openWithWorker(page, '/waitlist');
      await waitForWholePage(page);
      network.inject('worker', '// The next version');
      await page.evaluate(checkForUpdate);
      await expect(page.getByText('A new version is ready.')).toBeVisible();
      await shoot('update', window);
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline.').last()).toBeVisible();
      await shoot('update and offline', window);
    },
  },

  'install notice': {
    tell: async ({ page, shoot }) => {
      await open(page, '/about');
      await page.evaluate(() => {
        const event = new Event('beforeinstallprompt', { cancelable: true });
        const prompt = async () => undefined;
        dispatchEvent(Object.assign(event, { prompt }));
      });
      const button = page.getByRole('button', { name: 'Install app' });
      await expect(button).toBeVisible();
      await shoot('offered');
      await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
      await expect(page.getByText(/^Installed\./)).toBeVisible();
      await shoot('installed');
    },
  },

  'install hint on iOS': {
    options: { userAgent: devices['iPhone 15'].userAgent },
    tell: async ({ page, shoot }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'standalone', { value: false }),
      );
      await open(page, '/about');
      await expect(page.getByText(/Add to Home Screen/)).toBeVisible();
      await shoot('hint', { widths: [390] });
    },
  },

  'analytics question': {
    hasAnalytics: true,
    tell: async ({ page, shoot }) => {
      await page.route(/google/, (route) => route.abort());
      await open(page, '/about');
      const question = page.getByText('May we count this visit?');
      await expect(question).toBeVisible();
      await shoot('question', window);
      await page.getByRole('button', { name: 'No', exact: true }).click();
      await expect(question).toBeHidden();
      await shoot('answered');
    },
  },

  'missing chunk': {
    tell: async ({ page, shoot }) => {
      await open(page, '/about');
      await page.route(/\/static\/js\/mission-/, (route) => route.abort());
      await page.getByRole('link', { name: 'Mission' }).first().click();
      await expect(page.getByRole('alert')).toBeVisible();
      await shoot('error', window);
    },
  },

  menu: {
    tell: async ({ page, shoot }) => {
      for (const width of [390, 800]) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, '/faq');
        await openMenu(page);
        await shoot('open', { widths: [width], area: 'window' });
      }
      await page.emulateMedia({ forcedColors: 'active' });
      await shoot('forced colors', { widths: [800], area: 'window' });
    },
  },

  'opened and picked': {
    tell: async ({ page, shoot }) => {
      await open(page, '/faq');
      for (const question of await page.locator('main details').all()) {
        await question.locator('summary').press('Enter');
        await expect(question).toHaveAttribute('open');
      }
      await shoot('answers');
      await open(page, '/');
      const brands = page.locator('main fieldset [aria-pressed]');
      for (const brand of [brands.first(), brands.last()]) {
        const isPressed = await brand.getAttribute('aria-pressed');
        await brand.press('Enter');
        await expect(brand).not.toHaveAttribute('aria-pressed', `${isPressed}`);
      }
      await shoot('brands');
    },
  },

  focus: {
    tell: async ({ page, shoot }) => {
      for (const [path, selectors] of Object.entries(focusedControls)) {
        await open(page, path);
        for (const selector of selectors)
          for (const width of [390, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            const controls = page.locator(selector);
            const control = controls.filter({ visible: true }).first();
            // A key press makes the browser show the focus.
            await page.keyboard.press('Shift');
            await control.focus();
            await control.evaluate(scrollToCenter);
            await shoot(`${selector} of ${path}`, {
              widths: [width],
              area: 'window',
              keepsScroll: true,
            });
          }
      }
    },
  },
};

/** Controls that show the focus, by the path of their page. */
const focusedControls = {
  '/': ['.skip', 'header a', 'main [aria-pressed]', 'main .actions a'],
  '/waitlist': ['main input', 'main [type="submit"]', 'main summary'],
  '/careers': ['main textarea'],
  '/faq': ['main summary'],
  '/about': ['footer a'],
};

/** Scrolls by whole pixels. Runs in the page. */
function scrollToCenter(element: Element): void {
  element.scrollIntoView({ block: 'center' });
  scrollTo(0, Math.round(scrollY));
}
