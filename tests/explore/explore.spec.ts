import { test } from '../support/fixtures.ts';
import { exploreSession } from './explore.ts';

// The session of seed 3 has a small window. The session of seed 4 is translated.
for (const seed of [3, 4]) {
  const title = `no message is lost or misreported during the actions of seed ${seed}`;
  test(title, { tag: '@chromium' }, ({ driver, site, records }) =>
    exploreSession({ driver, site, records }, seed),
  );
}

test('no message is lost or misreported during random actions', async ({
  driver,
  site,
  records,
}, { repeatEachIndex }) => {
  const { EXPLORE_SEED = 1, EXPLORE_SHRINKS: shrinks = 0 } = process.env;
  if (shrinks) test.setTimeout(0);
  const seed = Number(EXPLORE_SEED) + repeatEachIndex;
  await exploreSession({ driver, site, records }, seed, Number(shrinks));
});
