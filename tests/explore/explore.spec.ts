import { expect, test } from '../support/fixtures.ts';
import { deliver, offline } from './actions/environment.ts';
import { submit } from './actions/form.ts';
import { skipToContent } from './actions/navigation.ts';
import { edit, openSheet } from './actions/sheet.ts';
import { explore, runSession } from './explore.ts';
import { step } from './step.ts';

// What the explorer has found once, in the fewest steps.
test('edited twice on its page without a change, and skipping to the content', async ({
  engine,
  driver,
  site,
  records,
}) => {
  test.skip(engine !== 'chromium', 'one session is for all engines');
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

// The last of them is under translation.
for (const seed of [1, 2, 4]) {
  test(`session ${seed}`, async ({ engine, driver, site, records }) => {
    test.skip(engine !== 'chromium' && seed > 1, 'one is for all engines');
    const environment = { driver, records, site: site.origin };
    const found = await explore(environment, { seed, steps: 25, shrinks: 0 });
    if (found.failure) throw new Error(`--seed ${seed}: ${found.failure}`);
  });
}
