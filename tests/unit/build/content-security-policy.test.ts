import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import firebase from '../../../firebase.json' with { type: 'json' };
import { renderPolicy } from '../../../src/build/prerender/content-security-policy.ts';

const pageKinds = [
  { kind: 'local', project: undefined, hasAnalytics: false },
  { kind: 'production', project: 'pear-site', hasAnalytics: false },
  { kind: 'analytics', project: 'pear-site', hasAnalytics: true },
];

function renderSamplePolicy(
  project: string | undefined,
  hasAnalytics: boolean,
) {
  return renderPolicy({
    styleHash: "'sha256-style'",
    scriptHashes: ["'sha256-one'", "'sha256-two'"],
    project,
    hasAnalytics,
  });
}

test.each(pageKinds)(
  'a page of the kind "$kind" has the reviewed policy',
  async ({ kind, project, hasAnalytics }) => {
    const policy = renderSamplePolicy(project, hasAnalytics);
    const lines = policy.replaceAll('; ', '\n');
    const file = `content-security-policy/${kind}.txt`;
    await expect(lines).toMatchFileSnapshot(file);
  },
);

// Visitors rely on SECURITY.md to know who sees their requests.
test('SECURITY.md names each other origin that a page or the worker may use without analytics', () => {
  const headers = firebase.hosting.headers.flatMap((rule) => rule.headers);
  const policies = [
    renderSamplePolicy('pear-site', false),
    ...headers
      .filter(({ key }) => key === 'Content-Security-Policy')
      .map(({ value }) => value),
  ];
  const origins = policies.flatMap(
    (policy) => policy.match(/(?:https?|wss?):(?:\/\/[^\s;/]+)?|\*/g) ?? [],
  );
  expect(origins).toContain('https://firestore.googleapis.com');

  const text = readFileSync('SECURITY.md', 'utf8');
  const unnamed = origins.filter((origin) => !text.includes(`\`${origin}\``));
  expect([...new Set(unnamed)]).toEqual([]);
});
