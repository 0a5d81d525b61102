import { expect } from 'playwright/test';
import { unsent } from '../../src/content/unsent.ts';
import { waitlist } from '../../src/content/waitlist.ts';
import { forms } from '../../src/forms/forms.ts';
import { denial } from '../support/commits.ts';
import { announcements, noteAnnouncements } from './inside.ts';
import { seed } from './submissions.ts';
import { sentences } from './witness.ts';
import { often, type Scenario, scenario, type Visit } from './world.ts';

const waiting = '1 message waiting to send';
const day = 24 * 60 * 60 * 1000;

export const pageFaults: Scenario[] = [
  scenario('F52 state after a reload', async (world) => {
    const visit = await world.queue('waitlist');
    await visit.reload();
    await visit.shows(waiting);
    world.network.restore();
    await visit.hides(waiting);
  }),
  scenario('F53 state in a second tab', async (world) => {
    const second = await world.visit('feedback');
    const visit = await world.queue('careers');
    await second.shows(waiting);
    world.network.restore();
    await second.hides(waiting);
    await visit.says('sent');
  }),
  scenario('F54 retry pressed while a flush runs', async (world) => {
    const visit = await world.visit('brandSignup');
    world.network.hold();
    await visit.submit();
    await world.network.sent(1);
    await visit.tab.click(waiting);
    await visit.tab.click(unsent.retry);
    world.network.release();
    await visit.says('sent');
    expect(world.network.busiest).toBe(1);
  }),
  scenario('F55 the stale notice', async (world) => {
    const visit = await world.visit('waitlist');
    world.network.cut();
    await seed(world, visit, 1, ({ createdAt }) => ({
      createdAt: createdAt - 2 * day,
    }));
    await visit.reload();
    await visit.shows(waiting);
    await visit.tab.click(waiting);
    await visit.shows(unsent.states.stale);
    world.network.restore();
  }),
  scenario('F56 a refused submission shows its text again', async (world) => {
    const visit = await world.visit('careers');
    world.network.fail(denial);
    const { values } = await visit.submit();
    await visit.says('error');
    expect(await visit.typed()).toEqual(values);
    world.network.heal();
    await visit.press();
    await visit.says('sent');
  }),
  scenario('F57 screen readers announce it', async (world) => {
    const announces = async (visit: Visit, ...words: string[]) => {
      await expect
        .poll(() => visit.tab.evaluate(announcements), often)
        .toEqual(
          expect.arrayContaining(
            words.map((text) => expect.stringContaining(text)),
          ),
        );
    };
    const visit = await world.visit('waitlist');
    await visit.tab.evaluate(noteAnnouncements);
    await world.offline();
    await visit.submit();
    await announces(visit, waitlist.thanks, 'Saved on this device. ');
    await world.online();
    await announces(visit, sentences.sent);
    const refused = await world.visit('careers');
    await refused.tab.evaluate(noteAnnouncements);
    world.network.fail(denial);
    await refused.submit();
    await announces(refused, forms.careers.failure);
    world.network.heal();
    await refused.press();
    await refused.says('sent');
  }),
];
