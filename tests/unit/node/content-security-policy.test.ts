import { expect, test } from 'vitest';
import { contentPolicy } from '../../../src/node/prerender/content-security-policy.ts';

const firestore = 'https://firestore.googleapis.com/v1/projects/pear-site/';
const google =
  'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com https://firebase.googleapis.com https://firebaseinstallations.googleapis.com';

/** To its own origin alone a page speaks, and to what these add. */
test.each<[project: string | undefined, hasAnalytics: boolean, more: object]>([
  [undefined, false, {}],
  ['pear-site', false, { connect: ` ${firestore}` }],
  [
    'pear-site',
    true,
    {
      script: ' https://www.googletagmanager.com',
      img: ` ${google}`,
      connect: ` ${firestore} ${google}`,
      types: ' firebase-js-sdk-policy',
    },
  ],
])('of the project %s, with analytics: %s', (project, hasAnalytics, more) => {
  const inlineScripts = ["'sha256-one'", "'sha256-two'"];
  const styleHash = "'sha256-style'";
  const input = { styleHash, inlineScripts, project, hasAnalytics };
  const { script, img, connect, types } = {
    ...{ script: '', img: '', connect: '', types: '' },
    ...more,
  };
  expect(contentPolicy(input).split('; ')).toEqual([
    "default-src 'none'",
    `script-src 'self' 'sha256-one' 'sha256-two'${script}`,
    "style-src 'self' 'sha256-style'",
    `img-src 'self' data:${img}`,
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types pear-worker${types}`,
  ]);
});
