import type { Page, Route } from 'playwright/test';
import { formNeeds } from '../../../src/content/form-words.ts';
import { expect, test } from '../../support/fixtures.ts';
import { feedbackForm, fillIn, submit } from '../../support/forms.ts';
import { load } from '../../support/hydrated.ts';
import { pages } from '../../support/pages.ts';
import {
  expectSent,
  expectThanks,
  join,
  shopper,
  workerReady,
} from '../../support/waitlist.ts';

// What some browsers lack, together as they lack it; where they are all as old
// as src/node/supported-browsers.ts promises, nothing is promised less. Without IndexedDB,
// Web Locks or Background Sync messages are F35 to F45 of tests/README.md.

interface Lacking {
  /** `Interface.member`, or a global's name: away in page and worker. */
  names: string;
  /** What else makes it look as in such a browser, in pages. */
  script?: string;
}

const asTheTest = "'As the test has it', 'SecurityError'";
/** No attribute and no selector either; and no `modulepreload`. */
const noPopovers = `{
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
}
{
  const { supports } = DOMTokenList.prototype;
  DOMTokenList.prototype.supports = function (token) {
    return token !== 'modulepreload' && supports.call(this, token);
  };
}`;

const environments: Readonly<Record<string, Lacking>> = {
  'Safari 15.4, with partitioned storage': {
    names: `HTMLElement.popover HTMLElement.showPopover
      HTMLElement.hidePopover HTMLElement.togglePopover
      Window.requestIdleCallback
      ServiceWorkerRegistration.sync
      ServiceWorkerGlobalScope.sync SyncManager Navigator.setAppBadge
      Navigator.clearAppBadge Navigator.connection trustedTypes
      BroadcastChannel Crypto.randomUUID`,
    script: noPopovers,
  },
  'a view in another app, on a full disk': {
    names:
      'Navigator.serviceWorker Window.caches Window.indexedDB PerformanceObserver',
    script: `Storage.prototype.setItem = () => {
      throw new DOMException(${asTheTest});
    }`,
  },
  'plain http': {
    names: `Crypto.randomUUID Navigator.locks Navigator.storage
      Navigator.serviceWorker Window.caches Navigator.clipboard`,
  },
  'a private window without storage': {
    names: '',
    script: `for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) {
        Object.defineProperty(globalThis, name, {
          get() { throw new DOMException(${asTheTest}) },
        });
      }
      for (const name of ['register', 'getRegistration']) {
        ServiceWorkerContainer.prototype[name] = () =>
          Promise.reject(new DOMException(${asTheTest}));
      }
      globalThis.BroadcastChannel = class {
        constructor() { throw new DOMException(${asTheTest}) }
      };
      LockManager.prototype.request = () =>
        Promise.reject(new DOMException(${asTheTest}));
      PerformanceObserver.prototype.observe = () => { throw new TypeError() };`,
  },
};
const [safari] = Object.keys(environments);

/** Holds all it needs: it runs in the page or in the worker. */
function takeAway(names: string[]): void {
  const all = globalThis as unknown as Record<string, object | undefined>;
  for (const name of names) {
    const [owner = '', member] = name.split('.');
    const found = all[owner] ?? all[`Worker${owner}`];
    const prototype = (found as { prototype?: object } | undefined)?.prototype;
    if (!member) Reflect.deleteProperty(all, owner);
    else if (owner === 'Window') Reflect.deleteProperty(all, member);
    else {
      if (found) Reflect.deleteProperty(found, member);
      if (prototype) Reflect.deleteProperty(prototype, member);
    }
  }
}

function scriptFor({ names, script = '' }: Lacking, isPage = true): string {
  const list = JSON.stringify(names.split(/\s+/).filter(Boolean));
  return `(${takeAway})(${list});\n${isPage ? script : ''};\n`;
}

async function allowAny(route: Route): Promise<void> {
  const response = await route.fetch();
  const html = await response.text();
  const body = html.replace(/; require-trusted-types-for[^"]*/, '');
  await route.fulfill({ response, body });
}

for (const [name, lacking] of Object.entries(environments)) {
  test(`reading, the menu and a form work in ${name}`, async ({
    page,
    network,
    records,
    consoleLines,
  }) => {
    await page.addInitScript({ content: scriptFor(lacking) });
    network.inject('worker', scriptFor(lacking, false));
    // Chromium would still enforce them.
    if (/trustedTypes/.test(lacking.names)) await page.route('/faq', allowAny);
    await load(page, '/faq');
    if (name === safari) await workerReady(page);
    await openFirstQuestion(page);
    await useMenu(page);
    await fillIn(page, feedbackForm);
    await submit(page, feedbackForm);
    await expectThanks(page, feedbackForm.thanks);
    await expectSent(page);
    expect(await records.count('feedback')).toBe(1);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FAQs');
    // Code fetched so, ahead of what imports it, is complained of when late.
    const early = page.locator('link[as="script"][rel="preload"]');
    await expect(early).toHaveCount(0);
    // The oldest.
    if (name === safari) {
      for (const { path, title } of pages) {
        await load(page, path);
        await expect(page).toHaveTitle(title);
      }
    }
    // Only '/faq' is allowed any.
    const isOurs = (line: string) => !line.includes('TrustedScriptURL');
    expect(consoleLines.filter(isOurs)).toEqual([]);
  });
}

/** On a phone: by every way out, and on to feedback. */
async function useMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  const toggle = page.getByRole('button', { name: 'Menu', exact: true });
  const panel = page.getByRole('dialog', { name: 'Menu' });
  const question = page.locator('main summary').first();
  const { x = 0, y = 0 } = (await question.boundingBox()) ?? {};
  expect(x).toBeLessThan(90);
  for (const close of [
    () => panel.getByRole('button', { name: 'Close menu' }).click(),
    () => page.keyboard.press('Escape'),
    // Beside the panel; a touch there is meant for nothing else.
    () => page.mouse.click(x + 10, y + 10),
  ]) {
    await toggle.click();
    await expect(panel).toBeVisible();
    await expect(panel).toHaveCSS('opacity', '1');
    await close();
    await expect(panel).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(toggle).toBeFocused();
  }
  await expect(page.locator('main details').first()).toHaveAttribute('open');
  await toggle.click();
  await panel.getByRole('link', { name: 'Feedback' }).click();
  await expect(page).toHaveURL('/feedback');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

async function openFirstQuestion(page: Page): Promise<void> {
  const question = page.locator('main summary').first();
  const answer = question.locator('xpath=following-sibling::*[1]');
  await expect(answer).toBeHidden();
  await question.click();
  await expect(answer).toBeVisible();
}

// Where the code is too new is in unit/boot/loader.test.ts.
test('below the floor forms say why', async ({ context, consoleLines }) => {
  // Each alone keeps the scripts away.
  for (const lack of ['Object.hasOwn', 'Array.at', 'HTMLDialogElement']) {
    const page = await context.newPage();
    await page.addInitScript({ content: scriptFor({ names: lack }) });
    await page.goto('/waitlist');
    await expect(page.getByText(formNeeds)).toBeVisible();
    // Nothing is sent, nothing is lost, and reading goes on.
    await join(page);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await page.getByRole('link', { name: 'FAQs' }).first().click();
    await openFirstQuestion(page);
  }
  expect(consoleLines).toEqual([]);
});
