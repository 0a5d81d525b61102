import { expect } from 'playwright/test';
import { forms } from '../../src/descriptions/forms.ts';
import { inStore } from '../support/indexed-db.ts';
import { upgradeForEver } from './inside.ts';
import * as preludes from './preludes.ts';
import { seed } from './submissions.ts';
import { often, type Scenario, scenario, type Title } from './world.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Nothing can be stored: sent at once, else an honest error with the text,
 * which is sent once however often it is tried, also from the page loaded anew.
 */
function unusable(title: Title, prelude: string, isAnew = false): Scenario {
  return scenario(title, async (world) => {
    world.network.inject('both', prelude);
    const first = await world.visit('waitlist');
    await first.submit();
    await first.says('sent');
    const second = await world.visit('careers');
    world.network.fail({ kind: 'lose-answer' });
    world.mayFail = true;
    const { values } = await second.submit();
    await second.says('error');
    if (isAnew) await second.reload();
    await expect.poll(() => second.typed(), often).toEqual(values);
    world.network.heal();
    await second.press();
    await second.says('sent');
  });
}

export const storageFaults: Scenario[] = [
  unusable('F36 open fails', preludes.openFails),
  scenario('F37 an upgrade in another tab that never ends', async (world) => {
    world.network.inject('both', preludes.hurry(5000, 10_000));
    const browser = await world.start();
    const other = await browser.open();
    await other.goto(`${world.network.origin}/favicon.svg`);
    await other.evaluate(upgradeForEver);
    const visit = await world.visit('brandSignup', { worker: false });
    await visit.submit();
    await visit.says('sent');
    await other.close();
  }),
  scenario('F38 handle closed under us', async (world) => {
    world.network.inject('both', preludes.handlesClose);
    const visit = await world.visit('feedback');
    world.network.fail({ kind: 'reset' }, 1);
    await visit.submit();
    await world.network.sent(1);
    await visit.deliverUntilEmpty();
  }),
  unusable('F39 quota full', preludes.quotaFull, true),
  unusable(
    'F40 a saving transaction that aborts after its request succeeded',
    preludes.abortsAfterPut('submissions'),
  ),
  scenario(
    'F40 a removing transaction that aborts after its request succeeded',
    async (world) => {
      world.network.inject('worker', preludes.abortsAfterPut('receipts', 2));
      const visit = await world.visit('waitlist');
      await visit.submit();
      await world.network.sent(1);
      await visit.deliverUntilEmpty();
    },
  ),
  unusable('F41 no IndexedDB', preludes.noIndexedDb, true),
  scenario(
    'F42 a newer record and corrupt ones among the good',
    async (world) => {
      const visit = await world.visit('waitlist');
      world.network.cut();
      await visit.tab.evaluate(inStore, {
        put: [
          { id: 'newer', version: 99, form: 'waitlist', words: [] },
          { id: 'corrupt', form: 'waitlist' },
          { id: 'hollow', version: 1, form: 'waitlist' },
          { id: 'strange', version: 1, form: 'no such form' },
        ],
      });
      await visit.reload();
      await visit.submit();
      await visit.says('saved');
      world.network.restore();
      await visit.says('sent');
      world.waiting = await visit.waiting();
      expect(world.waiting).toContain('newer');
      await visit.reload();
      // It has not given up over what it read.
      await visit.shows(forms.waitlist.submitLabel);
    },
  ),
  scenario('F43 a record 30 days old', async (world) => {
    const visit = await world.visit('careers');
    await seed(world, visit, 4, ({ createdAt, dueAt }) => ({
      createdAt: createdAt - 30 * day,
      dueAt: dueAt - 30 * day,
      attempts: 500,
    }));
    await visit.reload();
  }),
  ...[365, -365].flatMap((days): Scenario[] => [
    scenario(
      `F44 the clock a year ${days > 0 ? 'ahead' : 'behind'}, then right`,
      async (world) => {
        const visit = await world.visit('waitlist');
        await seed(world, visit, 4, ({ createdAt, dueAt }) => ({
          createdAt: createdAt + days * day,
          dueAt: dueAt + days * day,
        }));
        await visit.reload();
      },
    ),
    scenario(
      `F44 the clock a year ${days > 0 ? 'ahead' : 'behind'} all the time`,
      async (world) => {
        world.network.inject('both', preludes.clockOff(days * day));
        const visit = await world.visit('feedback');
        world.network.fail({ kind: 'reset' }, 1);
        await visit.submit();
      },
    ),
  ]),
];
