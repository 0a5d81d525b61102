import { expect, test } from 'vitest';
import { renderPolicy } from '../../../src/build/prerender/content-security-policy.ts';

test.each([
  ['local', undefined, false],
  ['production', 'pear-site', false],
  ['analytics', 'pear-site', true],
])('a %s page has the reviewed policy', async (name, project, hasAnalytics) => {
  const policy = renderPolicy({
    styleHash: "'sha256-style'",
    scriptHashes: ["'sha256-one'", "'sha256-two'"],
    project,
    hasAnalytics,
  });
  const file = `content-security-policy/${name}.txt`;
  await expect(policy.replaceAll('; ', '\n')).toMatchFileSnapshot(file);
});
