import { afterEach, expect, test, vi } from 'vitest';
import { isIosBrowser } from '../../../src/app/install.tsx';

const inApp =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const inBrowser = (name: string) =>
  `${inApp.replace('Mobile', `${name} Mobile`)} Safari/604.1`;
const inSafari = inBrowser('Version/26.0');

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Safari', inSafari, true],
  ['Chrome', inBrowser('CriOS/150.0'), true],
  ["an app's view", inApp, false],
  ["Instagram's view", `${inApp} Instagram 410.0.0`, false],
  ["Line's view", `${inSafari} Line/15.1.0`, false],
  ['the Google app', inBrowser('GSA/390'), false],
  ['Android', inSafari.replaceAll('iPhone', 'Android'), false],
])('%s can install by its share menu: %s', (_view, userAgent, can) => {
  const navigator = { userAgent, maxTouchPoints: 5, standalone: false };
  vi.stubGlobal('navigator', navigator);
  expect(isIosBrowser()).toBe(can);
});
