import { expect, test, vi } from 'vitest';
import { isIosBrowser } from '../../../src/app/install-notice.tsx';

const webViewAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const browserAgent = (name: string) =>
  `${webViewAgent.replace('Mobile', `${name} Mobile`)} Safari/604.1`;
const safariAgent = browserAgent('Version/26.0');

test.each([
  ['Safari', true, safariAgent],
  ['Chrome', true, browserAgent('CriOS/150.0')],
  ['a web view', false, webViewAgent],
  ["Instagram's web view", false, `${webViewAgent} Instagram 410.0.0`],
  ["Line's web view", false, `${safariAgent} Line/15.1.0`],
  ['the Google app', false, browserAgent('GSA/390')],
  ['Android', false, safariAgent.replaceAll('iPhone', 'Android')],
])(
  'the share menu of %s can install the site: %s',
  (_, canInstall, userAgent) => {
    const navigator = { userAgent, maxTouchPoints: 5, standalone: false };
    vi.stubGlobal('navigator', navigator);
    expect(isIosBrowser()).toBe(canInstall);
  },
);
