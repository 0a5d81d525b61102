import { test } from '../support/fixtures.ts';
import { explore } from './explore.ts';

const { EXPLORE_SEED, EXPLORE_STRIDE, EXPLORE_SHRINKS } = process.env;

// The page of session 4 is translated.
for (const seed of [3, 4]) {
  const details = { tag: '@chromium' };
  test(`session ${seed}`, details, async ({ driver, site, records }) => {
    await explore({ driver, records, site: site.origin }, { seed });
  });
}

test('random session', async ({ driver, site, records }) => {
  // With a stride of 4, each page is translated.
  const stride = Number(EXPLORE_STRIDE ?? 1);
  const seed = Number(EXPLORE_SEED ?? 1) + stride * test.info().repeatEachIndex;
  const shrinks = Number(EXPLORE_SHRINKS ?? 0);
  if (shrinks > 0) test.setTimeout(0);
  await explore({ driver, records, site: site.origin }, { seed, shrinks });
});
