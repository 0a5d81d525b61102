import { expect, engineTest as test } from '../support/fixtures.ts';
import { explore, walkThrough } from './explore.ts';
import { edit, openSheet, submit } from './messages.ts';
import { step } from './steps.ts';
import type { Deed } from './walk.ts';
import { awaitRefusal, skipToContent, tryAgain } from './ways.ts';
import { deliver, fail, offline, refuse } from './weather.ts';

/** What the explorer has found once, in the fewest steps. */
const walks: Record<string, Deed[]> = {
  'edited twice on its page without a change, and skipping to the content': [
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
  ],
  'what is refused stays so while nothing gets through': [
    refuse,
    submit('new words'),
    awaitRefusal,
    fail(0),
    tryAgain,
    tryAgain,
  ],
};
for (const [name, taken] of Object.entries(walks)) {
  test(name, async ({ driver, site, records }) => {
    const ground = { driver, records, site: site.origin };
    const steps = taken.map((deed) => step(deed));
    let count = 0;
    await walkThrough(ground, steps, undefined, (taken) => {
      count = taken;
    });
    expect(count, 'each step was taken, and the end').toBe(steps.length + 1);
  });
}

for (const seed of [1, 2, 3]) {
  test(`walk ${seed}`, async ({ engine, driver, site, records }) => {
    test.skip(engine !== 'chromium' && seed > 1, 'one walk is for all engines');
    // One that fails is walked again, to be shortened.
    test.setTimeout(400_000);
    const ground = { driver, records, site: site.origin };
    const found = await explore(ground, { seed, steps: 25, shrinks: 8 });
    if (found.failure) throw new Error(`--seed ${seed}: ${found.failure}`);
  });
}
