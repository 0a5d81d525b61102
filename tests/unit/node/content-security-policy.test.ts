import { expect, test } from 'vitest';
import { contentPolicy } from '../../../src/node/prerender/content-security-policy.ts';

const firestore = 'https://firestore.googleapis.com/v1/projects/pear-site/';
const google =
  'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://firebase.googleapis.com https://firebaseinstallations.googleapis.com';

const policyOf = (project?: string, hasAnalytics = false) =>
  contentPolicy({
    styleHash: "'sha256-style'",
    inlineScripts: ["'sha256-one'", "'sha256-two'"],
    project,
    hasAnalytics,
  }).split('; ');

test('a page speaks to its own origin, to Firestore, and where it counts', () => {
  const own = [
    "default-src 'none'",
    "script-src 'self' 'sha256-one' 'sha256-two'",
    "style-src 'self' 'sha256-style'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types pear-worker',
  ];
  expect(policyOf()).toEqual(own);
  const more = own.with(5, `${own[5]} ${firestore}`);
  expect(policyOf('pear-site')).toEqual(more);
  const counting = more
    .with(1, `${own[1]} https://www.googletagmanager.com`)
    .with(3, `${own[3]} ${google}`)
    .with(5, `${more[5]} ${google}`)
    .with(11, `${own[11]} firebase-js-sdk-policy`);
  expect(policyOf('pear-site', true)).toEqual(counting);
});
