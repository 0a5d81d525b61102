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

interface StartFailure {
  failure: string;
  /** Makes the page fail like this. */
  fail: (page: Page) => Promise<unknown>;
  tag?: '@firefox';
}

const failures: readonly StartFailure[] = [
  {
    failure: 'a shared chunk throws',
    fail: addToFile('**/react-*.js', '[].noSuchMethod()'),
    tag: '@firefox',
  },
  {
    failure: 'the entry throws',
    fail: addToFile('**/index-*.js', '[].noSuchMethod()'),
  },
  {
    failure: "the page's chunk throws",
    fail: addToFile('**/form-*.js', '[].noSuchMethod()'),
    tag: '@firefox',
  },
  {
    failure: 'a chunk has a syntax error',
    fail: addToFile('**/index-*.js', 'let 1'),
    tag: '@firefox',
  },
  {
    failure: 'the browser lacks a global of React',
    fail: runFirst('delete globalThis.WeakMap'),
  },
  {
    failure: 'the browser lacks an interface of the inline script',
    fail: runFirst('delete globalThis.MutationObserver'),
  },
  {
    failure: 'the inline script throws after it has made the form busy',
    fail: runFirst(`const { addEventListener } = globalThis;
      globalThis.addEventListener = (type, ...args) => {
        if (type === 'pageshow') throw new Error(type);
        addEventListener(type, ...args);
      };`),
  },
  {
    failure: 'the router throws',
    fail: throwFrom('history.replaceState = history.pushState'),
  },
  {
    failure: 'hydration throws outside of the components',
    fail: addToFile(
      '**/index-*.js',
      'Element.prototype.addEventListener = null',
    ),
  },
  { failure: 'an effect throws', fail: throwFrom('globalThis.matchMedia') },
  {
    failure: 'the undoing of translations throws',
    fail: addToFile(
      '**/index-*.js',
      "document.undoPageChanges = () => { throw new Error('undo') }",
    ),
  },
  {
    failure: 'React never takes over',
    fail: addToFile(
      '**/index-*.js',
      'globalThis.MessageChannel = class { port1 = {}; port2 = { postMessage() {} } }',
    ),
  },
];

/** The time limit of src/main.tsx, in milliseconds. */
const startTimeout = 8000;

for (const { failure, fail, tag } of failures) {
  test(`if ${failure}, the page says so and ends the busy state`, {
    tag: tag ?? [],
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
