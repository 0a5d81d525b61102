import { unsent } from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import {
  readAnnouncements,
  recordAnnouncements,
} from '../support/announcements.ts';
import { permissionDenied } from '../support/network-faults.ts';
import { expect, test } from './fixtures.ts';
import { often } from './visit.ts';

const waiting = '1 message waiting to send';
const day = 24 * 60 * 60 * 1000;

test('F52, F53, F55: shows a waiting message in each tab, after a reload and after a day', {
  tag: '@engines',
}, async ({ story }) => {
  const second = await story.visit('feedback');
  const visit = await story.queue('careers');
  await test.step('shows the message in a second tab', () =>
    second.expectText(waiting));
  await test.step('shows the message after a reload', async () => {
    await visit.reload();
    await visit.expectText(waiting);
  });
  await test.step('says that the message has waited for over a day', async () => {
    // A stored time would be overwritten by an active attempt.
    await visit.tab.evaluate((later) => {
      const { now } = Date;
      Date.now = () => now() + later;
    }, 2 * day);
    await visit.press(waiting);
    await visit.expectText(unsent.states.stale);
  });
  await test.step('shows in both tabs that no message waits', async () => {
    story.network.restore();
    await second.expectText(waiting, false);
    await visit.expectText(unsent.states.stale, false);
  });
});

// e2e/site/announcements.spec.ts expects all announcements of a form in their order.
test('F56, F57: announces a refused message and keeps its text in the form', async ({
  story,
}) => {
  const visit = await story.visit('careers');
  await visit.tab.evaluate(recordAnnouncements);
  story.network.fail(permissionDenied);
  const { values } = await visit.submit();
  await expect
    .poll(() => visit.tab.evaluate(readAnnouncements), often)
    .toContain(forms.careers.failure);
  expect(await visit.typed()).toEqual(values);
  story.network.heal();
  await visit.press();
});
