import { unsentTexts } from '../../src/content/unsent.ts';
import { forms } from '../../src/form-definitions/forms.ts';
import {
  readAnnouncements,
  recordAnnouncements,
} from '../support/announcements.ts';
import { deniedFault } from '../support/network-faults.ts';
import { expect, test } from './fixtures.ts';
import { polling } from './visit.ts';

const waitingText = '1 message waiting to send';
const dayMs = 24 * 60 * 60 * 1000;

test('F52, F53, F55: all tabs show an unsent submission', {
  tag: '@engines',
}, async ({ scenario }) => {
  const secondVisit = await scenario.visit('feedback');
  const visit = await scenario.queue('careers');

  await test.step('a second tab shows the unsent submission', () =>
    secondVisit.expectText(waitingText));

  await test.step('after a reload, the submitting tab still shows that the submission is waiting', async () => {
    await visit.reload();
    await visit.expectText(waitingText);
  });

  await test.step('the unsent dialog says that the submission has waited for over a day', async () => {
    // Changes the clock, not the stored time, which a delivery would overwrite. The
    // page's own clock must agree, because otherwise the clock seems to be wrong.
    await visit.tab.evaluate((later) => {
      const { now } = Date;
      Date.now = () => now() + later;
      const pageTime = performance.now.bind(performance);
      performance.now = () => pageTime() + later;
    }, 2 * dayMs);

    await visit.press(waitingText);
    await visit.expectText(unsentTexts.states.stale);
  });

  await test.step('both tabs hide the submission after its delivery', async () => {
    scenario.network.restore();
    await secondVisit.expectNoText(waitingText);
    await visit.expectNoText(unsentTexts.states.stale);
  });
});

// e2e/site/announcements.spec.ts tests all announcements of a form.
test('F56, F57: the page announces a refusal and restores the text', async ({
  scenario,
}) => {
  const visit = await scenario.visit('careers');
  await visit.tab.evaluate(recordAnnouncements);

  scenario.network.fail(deniedFault);
  const { values } = await visit.submit();
  await expect
    .poll(() => visit.tab.evaluate(readAnnouncements), polling)
    .toContain(forms.careers.failure);
  expect(await visit.readValues()).toEqual(values);

  scenario.network.heal();
  await visit.press();
});
