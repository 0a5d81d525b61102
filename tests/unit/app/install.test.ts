import { afterEach, expect, test, vi } from 'vitest';
import { isIosBrowser } from '../../../src/app/install.tsx';

const inApp =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const inSafari = `${inApp.replace('Mobile', 'Version/26.0 Mobile')} Safari/604.1`;

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Safari', inSafari, true],
  [
    'Chrome',
    `${inApp.replace('Mobile', 'CriOS/150.0 Mobile')} Safari/604.1`,
    true,
  ],
  ["an app's view", inApp, false],
  ["Instagram's view", `${inApp} Instagram 410.0.0`, false],
  ["Line's view", `${inSafari} Line/15.1.0`, false],
  [
    'the Google app',
    `${inApp.replace('Mobile', 'GSA/390 Mobile')} Safari/604.1`,
    false,
  ],
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile Safari/537.36',
    false,
  ],
])('%s can install by its share menu: %s', (_view, userAgent, can) => {
  vi.stubGlobal('navigator', {
    userAgent,
    maxTouchPoints: 5,
    standalone: false,
  });
  expect(isIosBrowser()).toBe(can);
});
