import { expect, test, vi } from 'vitest';
import {
  findMissingFeatures,
  findMissingMediaFeatures,
} from '../../../src/build/browser-features.ts';

// The site may support newer browsers one day.
vi.mock('../../../src/build/supported-browsers.ts', () => ({
  oldestBrowsers: ['chrome94', 'edge94', 'firefox98', 'safari15.4', 'ios15.4'],
}));

test.each([
  ['a method of arrays', 'list.toReversed()', '.toReversed()'],
  ['a method by its index', 'list["findLast"](isOdd)', '.findLast()'],
  ['a static method', 'Object.groupBy(list, key)', 'Object.groupBy'],
  ['a static method of an interface', 'AbortSignal.any([])', 'AbortSignal.any'],
  ['a method of a global object', 'navigator.share({})', 'navigator.share'],
  ['a global function', 'structuredClone(value)', 'structuredClone'],
  ['a global of workers', 'self.onsync = scheduler', 'scheduler'],
  ['a constructor of Intl', 'new Intl.Segmenter("en")', 'Intl.Segmenter'],
  ['a lookbehind', 'text.match(/(?<!a)b/)', 'a lookbehind'],
  ['a lookbehind in a text', 'new RegExp("(?<=" + a)', 'a lookbehind'],
  ['a lookbehind in a template', 'new RegExp(`(?<=a)`)', 'a lookbehind'],
  ['modifiers', 'text.match(/(?i:a)/)', 'modifiers'],
  ['the flag v', 'text.match(/[a--b]/v)', 'the flag v'],
  ['a static block', 'class A { static { run() } }', 'a static block'],
  [
    'an import attribute',
    'import a from "a" with { type: "json" }',
    'an import',
  ],
  ['a using declaration', '{ using a = b() }', 'a `using`'],
])('finds %s that a supported browser lacks', (_, code, name) => {
  const [feature] = findMissingFeatures(code);
  expect(feature?.name).toContain(name.replace('navigator', 'Navigator'));
  expect(feature?.browsers.length).toBeGreaterThan(0);
});

test.each([
  ['methods that every supported browser has', 'list.at(-1); Object.hasOwn(a)'],
  ['an optional call', 'navigator.setAppBadge?.(3)'],
  ['a method of an optional object', 'navigator.userActivation?.isActive()'],
  ['a check by typeof', 'typeof reportError == "function" && reportError(e)'],
  ['a check by in', 'if ("scheduler" in self) scheduler.yield()'],
  [
    'a check of the method',
    'Error.captureStackTrace && Error.captureStackTrace(e)',
  ],
  ['a check of the object', 'a.trustedTypes && a.trustedTypes.createPolicy(b)'],
  ['a condition', 'if (a.scheduler) a.scheduler.yield()'],
  ['a method of the script itself', 'class A { toBase64() {} } a.toBase64()'],
  ['a named group', 'text.match(/(?<year>\\d+)(?:a)/)'],
])('accepts %s', (_, code) => {
  expect(findMissingFeatures(code)).toEqual([]);
});

test('names the browsers that lack a feature', () => {
  const [feature] = findMissingFeatures('reportError(error)');
  // Chrome 95, Firefox 93 and Safari 15.4 were the first with reportError.
  expect(feature?.browsers).toEqual(['chrome94', 'edge94']);
});

test.each([
  ['a range', '@media (width<=400px){a{color:red}}'],
  ['a negated condition', '@media not (min-width:400px){a{color:red}}'],
  ['an alternative', '@media (width:1px) or (height:1px){a{color:red}}'],
])('finds media queries with %s', (_, styles) => {
  expect(findMissingMediaFeatures(styles)).toHaveLength(1);
});

test('accepts media queries that every supported browser parses', () => {
  const queries = '@media print,not screen and (min-width:400px){a{color:red}}';
  expect(findMissingMediaFeatures(queries)).toEqual([]);
});
