import { send } from '../support/gestures.ts';
import { expect, test } from './fixtures.ts';
import { hideWorker } from './injected-scripts.ts';
import { wakeWorker } from './page-functions.ts';

test('F31: five tabs and the worker send each message once', {
  tag: '@engines',
}, async ({ story }) => {
  story.network.inject('page', hideWorker);
  const first = await story.visit('waitlist');
  for (let tab = 1; tab < 5; tab += 1) await story.visit('careers');
  await story.seed(first, 12);
  await Promise.all([story.wake(), first.tab.evaluate(wakeWorker)]);
  await story.exactlyStored();
  expect(story.network.commits, 'each message is sent once').toBe(12);
});

test('F32: three presses of the submit button store one message', async ({
  story,
}) => {
  const visit = await story.visit('brandSignup');
  story.network.cut();
  await visit.fillNext();
  await visit.tab.evaluate(send, 3);
  await visit.expectStatement('saved');
  expect(await visit.waiting()).toHaveLength(1);
  story.network.restore();
});
