import { afterEach, expect, test, vi } from 'vitest';
import { isIosBrowser } from '../../../src/app/install-notice.tsx';

const webView =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const inBrowser = (name: string) =>
  `${webView.replace('Mobile', `${name} Mobile`)} Safari/604.1`;
const inSafari = inBrowser('Version/26.0');

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['Safari', true, inSafari],
  ['Chrome', true, inBrowser('CriOS/150.0')],
  ['a web view', false, webView],
  ["Instagram's web view", false, `${webView} Instagram 410.0.0`],
  ["Line's web view", false, `${inSafari} Line/15.1.0`],
  ['the Google app', false, inBrowser('GSA/390')],
  ['Android', false, inSafari.replaceAll('iPhone', 'Android')],
])(
  'the share menu of %s can install the site: %s',
  (_name, canInstall, userAgent) => {
    const navigator = { userAgent, maxTouchPoints: 5, standalone: false };
    vi.stubGlobal('navigator', navigator);
    expect(isIosBrowser()).toBe(canInstall);
  },
);
