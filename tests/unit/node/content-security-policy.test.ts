import { expect, test } from 'vitest';
import { contentPolicy } from '../../../src/node/prerender/content-security-policy.ts';

const local = {
  styleHash: "'sha256-style'",
  inlineScripts: ["'sha256-one'", "'sha256-two'"],
  project: undefined,
  hasAnalytics: false,
};
const google = [
  'https://www.googletagmanager.com',
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://firebase.googleapis.com',
  'https://firebaseinstallations.googleapis.com',
].join(' ');
const firestore = 'https://firestore.googleapis.com/v1/projects/pear-site/';

function policyOf(input: Partial<Parameters<typeof contentPolicy>[0]>) {
  const policy = contentPolicy({ ...local, ...input });
  return policy.split('; ');
}

test('without a project a page speaks to its own origin alone', () => {
  expect(policyOf({})).toEqual([
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
  ]);
});

/** What such a page may beyond one without a project. */
function addedBy(input: Parameters<typeof policyOf>[0]) {
  const before = policyOf({});
  return policyOf(input).filter((directive) => !before.includes(directive));
}

test('with one it speaks to that project and to no other', () => {
  const added = addedBy({ project: 'pear-site' });
  expect(added).toEqual([`connect-src 'self' ${firestore}`]);
});

test('with analytics it loads and speaks to those too', () => {
  expect(addedBy({ project: 'pear-site', hasAnalytics: true })).toEqual([
    "script-src 'self' 'sha256-one' 'sha256-two' https://www.googletagmanager.com",
    `img-src 'self' data: ${google}`,
    `connect-src 'self' ${firestore} ${google}`,
    'trusted-types pear-worker firebase-js-sdk-policy',
  ]);
});
