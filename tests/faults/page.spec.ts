import { unsentTexts } from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import {
  readAnnouncements,
  recordAnnouncements,
} from '../support/announcements.ts';
import { permissionDenied } from '../support/network-faults.ts';
import { engines, expect, test } from './fixtures.ts';
import { polling } from './visit.ts';

const waitingText = '1 message waiting to send';
const dayMs = 24 * 60 * 60 * 1000;

test('F52, F53, F55: tabs show unsent messages', engines, async ({ story }) => {
  const second = await story.visit('feedback');
  const visit = await story.queue('careers');
  await test.step('a second tab shows the waiting message', () =>
    second.expectText(waitingText));
  await test.step('the submitting tab shows the waiting message after a reload', async () => {
    await visit.reload();
    await visit.expectText(waitingText);
  });
  await test.step('the unsent dialog says that the message has waited for over a day', async () => {
    // Changes the clock, because a delivery would overwrite a changed stored time.
    await visit.tab.evaluate((later) => {
      const { now } = Date;
      Date.now = () => now() + later;
    }, 2 * dayMs);
    await visit.press(waitingText);
    await visit.expectText(unsentTexts.states.stale);
  });
  await test.step('both tabs hide the message after its delivery', async () => {
    story.network.restore();
    await second.expectText(waitingText, false);
    await visit.expectText(unsentTexts.states.stale, false);
  });
});

// e2e/site/announcements.spec.ts tests all announcements of a form.
test('F56, F57: announces a refusal, restores the text', async ({ story }) => {
  const visit = await story.visit('careers');
  await visit.tab.evaluate(recordAnnouncements);
  story.network.fail(permissionDenied);
  const { values } = await visit.submit();
  await expect
    .poll(() => visit.tab.evaluate(readAnnouncements), polling)
    .toContain(forms.careers.failure);
  expect(await visit.readValues()).toEqual(values);
  story.network.heal();
  await visit.press();
});
