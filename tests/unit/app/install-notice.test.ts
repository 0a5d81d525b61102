import { expect, test, vi } from 'vitest';
import { isIosBrowser } from '../../../src/app/install-notice.tsx';

const webViewAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const createUserAgent = (name: string) =>
  `${webViewAgent.replace('Mobile', `${name} Mobile`)} Safari/604.1`;
const safariAgent = createUserAgent('Version/26.0');

test.each([
  { app: 'Safari', userAgent: safariAgent, canInstall: true },
  {
    app: 'Chrome',
    userAgent: createUserAgent('CriOS/150.0'),
    canInstall: true,
  },
  { app: 'a web view', userAgent: webViewAgent, canInstall: false },
  {
    app: "Instagram's web view",
    userAgent: `${webViewAgent} Instagram 410.0.0`,
    canInstall: false,
  },
  {
    app: "Line's web view",
    userAgent: `${safariAgent} Line/15.1.0`,
    canInstall: false,
  },
  {
    app: 'the Google app',
    userAgent: createUserAgent('GSA/390'),
    canInstall: false,
  },
  {
    app: 'Android',
    userAgent: safariAgent.replaceAll('iPhone', 'Android'),
    canInstall: false,
  },
])(
  'the share menu of $app can install the site: $canInstall',
  ({ userAgent, canInstall }) => {
    const navigator = { userAgent, maxTouchPoints: 5, standalone: false };
    vi.stubGlobal('navigator', navigator);
    expect(isIosBrowser()).toBe(canInstall);
  },
);

test.each([
  { place: 'the installed app', standalone: true },
  { place: 'a browser that cannot install sites', standalone: undefined },
])('the hint to install the site is absent in $place', ({ standalone }) => {
  const navigator = { userAgent: safariAgent, maxTouchPoints: 5, standalone };
  vi.stubGlobal('navigator', navigator);
  expect(isIosBrowser()).toBe(false);
});
