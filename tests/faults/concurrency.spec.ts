import { send } from '../support/gestures.ts';
import { expect, test } from './fixtures.ts';
import { wakeWorker } from './inside.ts';
import { pagesDeliver } from './preludes.ts';

test('F31 five tabs that deliver themselves, and the worker, wake at once', {
  tag: '@engines',
}, async ({ story }) => {
  story.network.inject('page', pagesDeliver);
  const first = await story.visit('waitlist');
  for (let more = 0; more < 4; more += 1) await story.visit('careers');
  await story.seed(first, 12);
  await Promise.all([story.wake(), first.tab.evaluate(wakeWorker)]);
  await story.exactlyStored();
  expect(story.network.commits, 'each is sent once').toBe(12);
});

test('F32 the button is pressed three times at once', async ({ story }) => {
  const visit = await story.visit('brandSignup');
  story.network.cut();
  await visit.fillNext();
  // Enter in a field presses the button, too.
  await visit.tab.evaluate(send, 3);
  await visit.says('saved');
  expect(await visit.waiting()).toHaveLength(1);
  story.network.restore();
});
