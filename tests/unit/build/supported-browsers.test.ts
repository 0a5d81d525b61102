import { readFileSync } from 'node:fs';
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import compatData from '@mdn/browser-compat-data/forLegacyNode';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../../../src/build/supported-browsers.ts';

test('README.md says for which browsers the site is built', () => {
  const rows = readFileSync('README.md', 'utf8').matchAll(
    /^\| (Chrome, Edge|Firefox|Safari) \| ([\d.]+) \|/gm,
  );
  const versions = Array.from(rows, ([, names = '', version]) =>
    names.split(', ').map((name) => name.toLowerCase() + version),
  ).flat();
  const desktop = oldestBrowsers.filter((browser) => !/^ios/.test(browser));
  expect(versions).toEqual(desktop);

  const safari = desktop.find((browser) => browser.startsWith('safari'));
  expect(oldestBrowsers).toContain(safari?.replace('safari', 'ios'));
});

const { api, javascript } = compatData;
const inlineScript = readFileSync('src/boot/inline.ts', 'utf8');
const [checkText = ''] =
  /function isSupportedBrowser[\s\S]*?\n}/.exec(inlineScript) ?? [];
const checks = Array.from(
  checkText.matchAll(/'(\w+)' in (\w+)/g),
  ([, name = '', object = '']) =>
    object === 'window'
      ? api?.[name]
      : (javascript?.builtins?.[object] as Identifier)?.[name],
);

test.each([
  // No feature came with exactly Chrome 94 that the other browsers have, too.
  { browser: 'chrome', tolerance: 1 },
  { browser: 'firefox', tolerance: 0 },
  { browser: 'safari', tolerance: 0 },
] as const)(
  'a $browser that is older than the oldest supported one runs no script',
  ({ browser, tolerance }) => {
    expect(checks.length).toBeGreaterThan(2);
    const firstVersions = checks.map((identifier) => {
      const statement: CompatStatement | undefined = identifier?.__compat;
      const [first] = [statement?.support[browser]].flat();
      return Number(first?.version_added);
    });
    const oldest = oldestBrowsers.find((name) => name.startsWith(browser));
    const floor = Number(oldest?.slice(browser.length));
    expect(Math.max(...firstVersions)).toBeLessThanOrEqual(floor);
    expect(Math.max(...firstVersions)).toBeGreaterThanOrEqual(
      floor - tolerance,
    );
  },
);
