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

test('a page may connect only to its origin, Firestore and analytics', () => {
  const local = [
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
  expect(policyOf()).toEqual(local);
  const production = local.with(5, `${local[5]} ${firestore}`);
  expect(policyOf('pear-site')).toEqual(production);
  const withAnalytics = production
    .with(1, `${local[1]} https://www.googletagmanager.com`)
    .with(3, `${local[3]} ${google}`)
    .with(5, `${production[5]} ${google}`)
    .with(11, `${local[11]} firebase-js-sdk-policy`);
  expect(policyOf('pear-site', true)).toEqual(withAnalytics);
});
