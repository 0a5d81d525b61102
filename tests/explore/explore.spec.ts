import { test } from '../support/fixtures.ts';
import * as env from './actions/environment.ts';
import { submitForm, typingAction } from './actions/form.ts';
import { closeTabAction, loadPage, openApp } from './actions/navigation.ts';
import { exploreSession } from './explore.ts';
import { createStep, runSession } from './run-session.ts';

// The session of seed 3 has a small window. The session of seed 4 is translated.
for (const seed of [3, 4]) {
  const title = `no message is lost or misreported during the actions of seed ${seed}`;
  test(title, { tag: '@chromium' }, ({ driver, site, records }) =>
    exploreSession({ driver, site, records }, seed),
  );
}

test('later windows of the app show each text of its closed and killed windows once', {
  tag: '@chromium',
}, async ({ driver, site, records }) => {
  const openWindow = createStep(openApp('/waitlist'));
  const submitSecondWindow = createStep(submitForm('new words'), 1);
  await runSession(
    { driver, site, records },
    [
      openWindow,
      createStep(typingAction, 1),
      // The page has no time to save its text to the disk.
      createStep(loadPage('/about'), 1),
      openWindow,
      createStep(typingAction, 2),
      createStep(env.offlineEvent),
      createStep(closeTabAction, 1),
      openWindow,
      submitSecondWindow,
      createStep(typingAction, 2),
      createStep(env.browserKillEvent),
      openWindow,
      openWindow,
      submitSecondWindow,
      createStep(typingAction, 2),
      createStep(env.browserRestoreEvent),
      createStep(env.onlineEvent),
    ],
    1,
  );
});

test('no submission is lost or misreported during random actions', async ({
  driver,
  site,
  records,
}, { repeatEachIndex }) => {
  const { EXPLORE_SEED = 1, EXPLORE_SHRINKS: shrinks = 0 } = process.env;
  if (shrinks) test.setTimeout(0);
  const seed = Number(EXPLORE_SEED) + repeatEachIndex;
  await exploreSession({ driver, site, records }, seed, Number(shrinks));
});
