import { expect, test } from 'vitest';
import { renderPolicy } from '../../../src/build/prerender/content-security-policy.ts';

const pageKinds = [
  { kind: 'local', project: undefined, hasAnalytics: false },
  { kind: 'production', project: 'pear-site', hasAnalytics: false },
  { kind: 'analytics', project: 'pear-site', hasAnalytics: true },
];

test.each(pageKinds)(
  'a page of the kind "$kind" has the reviewed policy',
  async ({ kind, project, hasAnalytics }) => {
    const policy = renderPolicy({
      styleHash: "'sha256-style'",
      scriptHashes: ["'sha256-one'", "'sha256-two'"],
      project,
      hasAnalytics,
    });
    const lines = policy.replaceAll('; ', '\n');
    const file = `content-security-policy/${kind}.txt`;
    await expect(lines).toMatchFileSnapshot(file);
  },
);
