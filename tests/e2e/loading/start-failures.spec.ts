import type { Page } from 'playwright/test';
import { chunkFailureTexts, crashText } from '../../../src/content/failures.ts';
import { needsScriptsText } from '../../../src/content/form-texts.ts';
import { createShortTimerScript } from '../../faults/injected-scripts.ts';
import { expect, test } from '../../support/fixtures.ts';
import { holdFiles } from '../../support/loading.ts';
import { joinWaitlist, shopper } from '../../support/waitlist.ts';

test.use({ serviceWorkers: 'block' });

/** Prepends code to a file, which then throws. */
const addToFile = (pattern: string, code: string) => (page: Page) =>
  page.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code};${await response.text()}` });
  });
/** Runs code before the page's scripts. */
const runFirst = (content: string) => (page: Page) =>
  page.addInitScript({ content });
/** Makes a global function throw once the app's scripts call it. */
const throwFrom = (name: string) =>
  addToFile('**/index-*.js', `${name} = () => { throw new Error('${name}') }`);

const failures: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['a shared chunk throws', addToFile('**/react-*.js', '[].noSuchMethod()')],
  ['the entry throws', addToFile('**/index-*.js', '[].noSuchMethod()')],
  ["the page's chunk throws", addToFile('**/form-*.js', '[].noSuchMethod()')],
  ['a chunk has a syntax error', addToFile('**/index-*.js', 'let 1')],
  [
    'the browser lacks a global of React',
    runFirst('delete globalThis.WeakMap'),
  ],
  [
    'the browser lacks an interface of the inline script',
    runFirst('delete globalThis.MutationObserver'),
  ],
  [
    'the inline script throws after it has made the form busy',
    runFirst(`const { addEventListener } = globalThis;
      globalThis.addEventListener = (type, ...args) => {
        if (type === 'pageshow') throw new Error(type);
        addEventListener(type, ...args);
      };`),
  ],
  ['the router throws', throwFrom('history.replaceState = history.pushState')],
  [
    'hydration throws outside of the components',
    addToFile('**/index-*.js', 'Element.prototype.addEventListener = null'),
  ],
  ['an effect throws', throwFrom('globalThis.matchMedia')],
  [
    'the undoing of translations throws',
    addToFile(
      '**/index-*.js',
      "document.undoPageChanges = () => { throw new Error('undo') }",
    ),
  ],
  [
    'React never takes over',
    addToFile(
      '**/index-*.js',
      'globalThis.MessageChannel = class { port1 = {}; port2 = { postMessage() {} } }',
    ),
  ],
];

/** The time limit of src/main.tsx, in milliseconds. */
const startTimeout = 8000;

for (const [failure, fail] of failures) {
  test(`if ${failure}, the page says so and ends the busy state`, {
    tag: /chunk/.test(failure) ? '@firefox' : [],
  }, async ({ page }) => {
    await page.addInitScript({ content: createShortTimerScript(startTimeout) });
    const releaseScripts = await holdFiles(page);
    await fail(page);
    await page.goto('/waitlist', { waitUntil: 'commit' });
    await joinWaitlist(page);
    releaseScripts();

    const failureTexts = [crashText, chunkFailureTexts.title];
    const notices = failureTexts.map((hasText) =>
      page.getByRole('alert').filter({ hasText }).getByText('Reload'),
    );
    const advice = page.getByText(needsScriptsText);
    const explanation = notices.reduce(
      (locator, notice) => locator.or(notice),
      advice,
    );

    await expect(explanation.filter({ visible: true })).not.toHaveCount(0);

    const button = page.getByRole('button', { name: 'Join Waitlist' });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
