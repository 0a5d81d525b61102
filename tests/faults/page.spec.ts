import { unsent } from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import {
  announcements,
  recordAnnouncements,
} from '../support/announcements.ts';
import { denial } from '../support/commits.ts';
import { expect, test } from './fixtures.ts';
import { often, type Visit } from './visit.ts';

const waiting = '1 message waiting to send';
const day = 24 * 60 * 60 * 1000;

test('F52 state after a reload, F53 in a second tab, F55 grown old', {
  tag: '@engines',
}, async ({ story }) => {
  const second = await story.visit('feedback');
  const visit = await story.queue('careers');
  await second.shows(waiting);
  await visit.reload();
  await visit.shows(waiting);
  // Not what is stored: a try that is under way would write it anew.
  await visit.tab.evaluate((later) => {
    const { now } = Date;
    Date.now = () => now() + later;
  }, 2 * day);
  await visit.press(waiting);
  await visit.shows(unsent.states.stale);
  story.network.restore();
  await second.shows(waiting, false);
  await visit.shows(unsent.states.stale, false);
});

test('F54 Retry while it is being sent', async ({ story }) => {
  const visit = await story.visit('brandSignup');
  story.network.hold();
  await visit.submit();
  await story.network.sent(1);
  await visit.press(waiting);
  await visit.press(unsent.retry);
  story.network.release();
  await visit.says('sent');
  expect(story.network.commits).toBe(1);
});

test('F56 a refused text comes back; F57 screen readers announce it', async ({
  story,
}) => {
  const announces = async (visit: Visit, ...words: unknown[]) => {
    await expect
      .poll(() => visit.tab.evaluate(announcements), often)
      .toEqual(expect.arrayContaining(words));
  };
  const visit = await story.visit('waitlist');
  await visit.tab.evaluate(recordAnnouncements);
  await story.offline();
  await visit.submit();
  await announces(visit, expect.stringMatching(/^Saved on this device\./));
  // A screen reader reads the thank-you because the thank-you has the focus.
  const focused = () => document.activeElement?.textContent;
  expect(await visit.tab.evaluate(focused)).toBe(forms.waitlist.thanks);
  await story.online();
  await announces(visit, 'Sent.');
  const refused = await story.visit('careers');
  await refused.tab.evaluate(recordAnnouncements);
  story.network.fail(denial);
  const { values } = await refused.submit();
  await announces(refused, forms.careers.failure);
  expect(await refused.typed()).toEqual(values);
  story.network.heal();
  await refused.press();
});
