import type { Page } from 'playwright/test';
import { needsScriptsText } from '../../../src/content/form-texts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { feedbackForm, fillIn, submit } from '../../support/forms.ts';
import { openPage, waitForWorker } from '../../support/loading.ts';
import { pages } from '../../support/pages.ts';
import {
  expectSent,
  expectThanks,
  joinWaitlist,
  shopper,
} from '../../support/waitlist.ts';

// The tests F35 to F45 (tests/README.md) cover browsers without IndexedDB, Web Locks
// or Background Sync.

interface OldBrowser {
  /**
   * The interfaces that the oldest supported version of a browser lacks
   * (src/build/supported-browsers.ts).
   */
  missing: readonly string[];
  /** Disables more browser features. */
  script?: string;
  /** Whether the browser installs the worker. */
  hasWorker?: true;
  /** Whether the visitor opens all pages. Only some rows do, because it takes long. */
  opensAllPages?: true;
}

const errorArgs = "'Made by the test', 'SecurityError'";
/** Removes popover attributes and selectors, and support for `modulepreload`. */
const removePopoversScript = `{
  const { matches } = Element.prototype;
  Element.prototype.matches = function (selector) {
    if (selector.includes(':popover')) throw new DOMException(selector);
    return matches.call(this, selector);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      for (const element of target.querySelectorAll('[popover]'))
        element.removeAttribute('popover');
      for (const element of target.querySelectorAll('[popovertarget]'))
        element.removeAttribute('popovertarget');
    }
  }).observe(document, { childList: true, subtree: true });
  const { supports } = DOMTokenList.prototype;
  DOMTokenList.prototype.supports = function (token) {
    return token !== 'modulepreload' && supports.call(this, token);
  };
}`;

const oldBrowsers: Readonly<Record<string, OldBrowser>> = {
  'Safari 15.4 with partitioned storage': {
    missing: [
      'HTMLElement.prototype.popover',
      'HTMLElement.prototype.hidePopover',
      'requestIdleCallback',
      'ServiceWorkerRegistration.prototype.sync',
      'SyncManager',
      'Navigator.prototype.setAppBadge',
      'WorkerNavigator.prototype.setAppBadge',
      'Navigator.prototype.clearAppBadge',
      'BroadcastChannel',
      'Crypto.prototype.randomUUID',
    ],
    script: removePopoversScript,
    hasWorker: true,
    opensAllPages: true,
  },
  "another app's web view on a full disk": {
    missing: [
      'Navigator.prototype.serviceWorker',
      'caches',
      'indexedDB',
      'PerformanceObserver',
      'Navigator.prototype.locks',
      'Navigator.prototype.storage',
      'Navigator.prototype.clipboard',
    ],
    script: `Storage.prototype.setItem = () => {
      throw new DOMException(${errorArgs});
    }`,
  },
  'a private window without storage': {
    missing: [],
    script: `for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) {
        Object.defineProperty(globalThis, name, {
          get() { throw new DOMException(${errorArgs}) },
        });
      }
      const reject = () => Promise.reject(new DOMException(${errorArgs}));
      ServiceWorkerContainer.prototype.register = reject;
      ServiceWorkerContainer.prototype.getRegistration = reject;
      LockManager.prototype.request = reject;
      globalThis.BroadcastChannel = class {
        constructor() { throw new DOMException(${errorArgs}) }
      };
      PerformanceObserver.prototype.observe = () => { throw new TypeError() };`,
  },
};

function createScript({ missing, script = '' }: OldBrowser): string {
  // Ignores errors, because some of these globals exist only in pages or workers.
  const deleteStatements = missing.map(
    (name) => `try { delete globalThis.${name} } catch {}`,
  );
  return [...deleteStatements, script].join('\n');
}

for (const [name, environment] of Object.entries(oldBrowsers)) {
  test(`visitors can read, use the menu and submit a form in ${name}`, async ({
    page,
    network,
    records,
    consoleLines,
  }) => {
    await page.addInitScript({ content: createScript(environment) });
    network.inject('worker', createScript({ missing: environment.missing }));

    await openPage(page, '/faq');
    if (environment.hasWorker) await waitForWorker(page);
    await openFirstQuestion(page);
    await openAndCloseMenu(page);

    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await expectThanks(page, feedbackForm.thanks);
    await expectSent(page);
    expect(await records.count('feedback')).toBe(1);

    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
    if (environment.opensAllPages) {
      for (const { path, title } of pages) {
        await openPage(page, path);
        await expect(page).toHaveTitle(title);
      }
    }
    expect(consoleLines).toEqual([]);
  });
}

/** Closes the menu in every way, and follows its link to the feedback form. */
async function openAndCloseMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
  const menuPanel = page.getByRole('dialog', { name: 'Menu' });
  const firstQuestion = page.locator('main summary').first();
  const { x = 0, y = 0 } = (await firstQuestion.boundingBox()) ?? {};
  expect(x).toBeLessThan(90);

  for (const closeMenu of [
    () => menuPanel.getByRole('button', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Escape'),
    // A click outside the panel must not reach the question at these coordinates.
    () => page.mouse.click(x + 10, y + 10),
  ]) {
    await menuButton.click();
    await expect(menuPanel).toBeVisible();
    await expect(menuPanel).toHaveCSS('opacity', '1');

    await closeMenu();
    await expect(menuPanel).toBeHidden();
    await expect(menuButton).toHaveAttribute('aria-expanded', 'false');
    await expect(menuButton).toBeFocused();
  }

  await expect(page.locator('main details').first()).toHaveAttribute('open');
  await menuButton.click();
  await menuPanel.getByRole('link', { name: 'Feedback' }).click();
  await expect(page).toHaveURL('/feedback');
  await expect(menuPanel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

async function openFirstQuestion(page: Page): Promise<void> {
  const firstQuestion = page.locator('main details').first();
  await expect(firstQuestion.locator('p')).toBeHidden();
  await firstQuestion.locator('summary').click();
  await expect(firstQuestion.locator('p')).toBeVisible();
}

// unit/boot/loader.test.ts covers browsers that cannot parse the scripts.
test('in unsupported browsers, a form says that it needs a recent browser, and keeps the typed text', async ({
  context,
  consoleLines,
}) => {
  // The site's scripts do not load if one of these is missing.
  const features = ['Object.hasOwn', 'Array.prototype.at', 'HTMLDialogElement'];
  for (const missingFeature of features) {
    const page = await context.newPage();
    await page.addInitScript({
      content: createScript({ missing: [missingFeature] }),
    });

    await page.goto('/waitlist');
    await expect(page.getByText(needsScriptsText)).toBeVisible();

    await joinWaitlist(page);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);

    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await openFirstQuestion(page);
  }

  expect(consoleLines).toEqual([]);
});
