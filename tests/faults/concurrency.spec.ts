import { forms } from '../../src/descriptions/forms.ts';
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

test('F32 pressed twice, and Enter', async ({ story }) => {
  const visit = await story.visit('brandSignup');
  story.network.cut();
  await visit.fillNext();
  await visit.tab.evaluate((label) => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === label,
    );
    button?.click();
    button?.click();
    button?.form?.requestSubmit();
  }, forms.brandSignup.submitLabel);
  await visit.says('saved');
  expect(await visit.waiting()).toHaveLength(1);
  story.network.restore();
});
