import { expect, test } from '../support/fixtures.ts';
import { deliver, offline } from './actions/environment.ts';
import { submit } from './actions/form.ts';
import { skipToContent } from './actions/navigation.ts';
import { edit, openSheet } from './actions/sheet.ts';
import { explore, runSession } from './explore.ts';
import { step } from './step.ts';

const { EXPLORE_SEED = '1', EXPLORE_SHRINKS = '0' } = process.env;

// The explorer once found this session, here in the fewest steps.
test('edited twice on its page without a change, and skipping to the content', {
  tag: '@chromium',
}, async ({ driver, site, records }) => {
  const steps = [
    offline,
    submit('new words'),
    openSheet,
    edit(0),
    skipToContent,
    submit('as it stands'),
    openSheet,
    edit(0),
    submit('as it stands'),
    deliver,
  ].map((action) => step(action));
  const environment = { driver, records, site: site.origin };
  expect(await runSession(environment, steps)).toBe(steps.length);
});

// The page of session 4 is under translation.
for (const seed of [2, 4]) {
  const details = { tag: '@chromium' };
  test(`session ${seed}`, details, async ({ driver, site, records }) => {
    await explore({ driver, records, site: site.origin }, { seed });
  });
}

test('random session', async ({ driver, site, records }, {
  repeatEachIndex,
}) => {
  const seed = Number(EXPLORE_SEED) + repeatEachIndex;
  const shrinks = Number(EXPLORE_SHRINKS);
  if (shrinks > 0) test.setTimeout(0);
  await explore({ driver, records, site: site.origin }, { seed, shrinks });
});
