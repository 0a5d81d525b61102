import type { Page, Route } from 'playwright/test';
import { needsScriptsText } from '../../../src/content/form-words.ts';
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

// Each environment deletes the interfaces that the oldest supported version of a
// browser lacks (src/node/supported-browsers.ts). F35 to F45 of tests/README.md cover
// messages without IndexedDB, Web Locks or Background Sync.

interface Environment {
  /** Interfaces and members to delete, in the page and in the worker. */
  missing: string;
  /** A script that makes existing interfaces of the page fail. */
  script?: string;
}

const testError = "'Made by the test', 'SecurityError'";
/** Removes popover attributes and selectors, and support for `modulepreload`. */
const removePopoversScript = `{
  const { matches } = Element.prototype;
  Element.prototype.matches = function (selector) {
    if (selector.includes(':popover')) throw new DOMException(selector);
    return matches.call(this, selector);
  };
  new MutationObserver((changes) => {
    for (const { target } of changes)
      for (const name of ['popover', 'popovertarget'])
        for (const element of target.querySelectorAll('[' + name + ']'))
          element.removeAttribute(name);
  }).observe(document, { childList: true, subtree: true });
  const { supports } = DOMTokenList.prototype;
  DOMTokenList.prototype.supports = function (token) {
    return token !== 'modulepreload' && supports.call(this, token);
  };
}`;

const environments: Readonly<Record<string, Environment>> = {
  'Safari 15.4 with partitioned storage': {
    missing: `HTMLElement.popover HTMLElement.showPopover
      HTMLElement.hidePopover HTMLElement.togglePopover
      Window.requestIdleCallback ServiceWorkerRegistration.sync
      ServiceWorkerGlobalScope.sync SyncManager Navigator.setAppBadge
      Navigator.clearAppBadge Navigator.connection trustedTypes
      BroadcastChannel Crypto.randomUUID`,
    script: removePopoversScript,
  },
  "another app's web view on a full disk": {
    missing: `Navigator.serviceWorker Window.caches Window.indexedDB
      PerformanceObserver Navigator.locks Navigator.storage
      Navigator.clipboard`,
    script: `Storage.prototype.setItem = () => {
      throw new DOMException(${testError});
    }`,
  },
  'a private window without storage': {
    missing: '',
    script: `for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) {
        Object.defineProperty(globalThis, name, {
          get() { throw new DOMException(${testError}) },
        });
      }
      const reject = () => Promise.reject(new DOMException(${testError}));
      ServiceWorkerContainer.prototype.register = reject;
      ServiceWorkerContainer.prototype.getRegistration = reject;
      LockManager.prototype.request = reject;
      globalThis.BroadcastChannel = class {
        constructor() { throw new DOMException(${testError}) }
      };
      PerformanceObserver.prototype.observe = () => { throw new TypeError() };`,
  },
};
const [safariName] = Object.keys(environments);

/** Runs in page or worker. A name is `Interface.member` or a global variable. */
function deleteInterfaces(names: string[]): void {
  const globals = globalThis as unknown as Record<string, object | undefined>;
  for (const name of names) {
    const [owner = '', member] = name.split('.');
    const found = globals[owner] ?? globals[`Worker${owner}`];
    const prototype = (found as { prototype?: object } | undefined)?.prototype;
    if (!member) Reflect.deleteProperty(globals, owner);
    else if (owner === 'Window') Reflect.deleteProperty(globals, member);
    else {
      if (found) Reflect.deleteProperty(found, member);
      if (prototype) Reflect.deleteProperty(prototype, member);
    }
  }
}

function scriptFor({ missing, script = '' }: Environment): string {
  const names = JSON.stringify(missing.split(/\s+/).filter(Boolean));
  return `(${deleteInterfaces})(${names});\n${script};\n`;
}

async function removeTrustedTypes(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = await response.text();
  const body = html.replace(/; require-trusted-types-for[^"]*/, '');
  await route.fulfill({ response, body });
}

for (const [name, environment] of Object.entries(environments)) {
  test(`visitors can read, use the menu and submit a form in ${name}`, async ({
    page,
    network,
    records,
    consoleLines,
  }) => {
    await page.addInitScript({ content: scriptFor(environment) });
    network.inject('worker', scriptFor({ missing: environment.missing }));
    // Chromium enforces the Trusted Types policy even without the interface.
    if (name === safariName) await page.route('/faq', removeTrustedTypes);
    await openPage(page, '/faq');
    if (name === safariName) await waitForWorker(page);
    await openFirstQuestion(page);
    await openAndCloseMenu(page);
    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await expectThanks(page, feedbackForm.thanks);
    await expectSent(page);
    expect(await records.count('feedback')).toBe(1);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
    // Chromium warns about preloaded scripts that the page uses late.
    const preloads = page.locator('link[as="script"][rel="preload"]');
    await expect(preloads).toHaveCount(0);
    if (name === safariName) {
      for (const { path, title } of pages) {
        await openPage(page, path);
        await expect(page).toHaveTitle(title);
      }
    }
    // The other pages have the Trusted Types policy, so they log this error.
    const isExpected = (line: string) => line.includes('TrustedScriptURL');
    expect(consoleLines.filter((line) => !isExpected(line))).toEqual([]);
  });
}

/** Closes the menu in every way, and follows its link to the feedback form. */
async function openAndCloseMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
  const panel = page.getByRole('dialog', { name: 'Menu' });
  const question = page.locator('main summary').first();
  const { x = 0, y = 0 } = (await question.boundingBox()) ?? {};
  expect(x).toBeLessThan(90);
  for (const close of [
    () => panel.getByRole('button', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Escape'),
    // A click beside the panel must not reach the question under it.
    () => page.mouse.click(x + 10, y + 10),
  ]) {
    await menuButton.click();
    await expect(panel).toBeVisible();
    await expect(panel).toHaveCSS('opacity', '1');
    await close();
    await expect(panel).toBeHidden();
    await expect(menuButton).toHaveAttribute('aria-expanded', 'false');
    await expect(menuButton).toBeFocused();
  }
  await expect(page.locator('main details').first()).toHaveAttribute('open');
  await menuButton.click();
  await panel.getByRole('link', { name: 'Feedback' }).click();
  await expect(page).toHaveURL('/feedback');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

async function openFirstQuestion(page: Page): Promise<void> {
  const question = page.locator('main details').first();
  await expect(question.locator('p')).toBeHidden();
  await question.locator('summary').click();
  await expect(question.locator('p')).toBeVisible();
}

// unit/boot/loader.test.ts tests syntax that is too new for the browser.
test('in unsupported browsers, a form says that it needs a recent browser, and keeps the typed text', async ({
  context,
  consoleLines,
}) => {
  // The site's scripts do not load if one of these is missing.
  for (const missing of ['Object.hasOwn', 'Array.at', 'HTMLDialogElement']) {
    const page = await context.newPage();
    await page.addInitScript({ content: scriptFor({ missing }) });
    await page.goto('/waitlist');
    await expect(page.getByText(needsScriptsText)).toBeVisible();
    await joinWaitlist(page);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await openFirstQuestion(page);
  }
  expect(consoleLines).toEqual([]);
});
