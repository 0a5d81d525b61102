import { expect } from 'playwright/test';
import { inStore } from '../support/indexed-db.ts';
import { upgradeForEver } from './inside.ts';
import * as preludes from './preludes.ts';
import type { Scenario } from './scenario.ts';
import { seed } from './seed.ts';
import type { Visit, World } from './world.ts';

const day = 24 * 60 * 60 * 1000;

/** Nothing can be stored: sent at once, else an honest error with the text. */
function unusable(id: Scenario['id'], name: string, prelude: string): Scenario {
  return {
    id,
    name,
    async run(world) {
      world.network.inject('both', prelude);
      const first = await world.visit('waitlist');
      await first.submit();
      await first.says('sent');
      const second = await world.visit('careers');
      world.network.fail({ kind: 'lose-answer' });
      await failHonestly(world, second);
      world.network.heal();
      await second.press();
      await second.says('sent');
    },
  };
}

async function failHonestly(world: World, visit: Visit): Promise<void> {
  world.mayFail = true;
  const { values } = await visit.submit();
  await visit.says('error');
  expect(await visit.typed()).toEqual(values);
}

export const storageFaults: Scenario[] = [
  unusable('F36', 'open fails', preludes.openFails),
  {
    id: 'F37',
    name: 'an upgrade in another tab that never ends',
    async run(world) {
      world.network.inject('both', preludes.hurry(5000, 10_000));
      const browser = await world.start();
      const other = await browser.open();
      await other.goto(`${world.network.origin}/favicon.svg`);
      await other.evaluate(upgradeForEver);
      const visit = await world.visit('brandSignup', { worker: false });
      await visit.submit();
      await visit.says('sent');
      await other.close();
    },
  },
  {
    id: 'F38',
    name: 'handle closed under us',
    async run(world) {
      world.network.inject('both', preludes.handlesClose);
      const visit = await world.visit('feedback');
      world.network.fail({ kind: 'reset' }, 1);
      await visit.submit();
      await world.network.sent(1);
      await visit.deliverUntilEmpty();
    },
  },
  unusable('F39', 'quota full', preludes.quotaFull),
  unusable(
    'F40',
    'a saving transaction that aborts after its request succeeded',
    preludes.abortsAfterPut('submissions'),
  ),
  {
    id: 'F40',
    name: 'a removing transaction that aborts after its request succeeded',
    async run(world) {
      world.network.inject('worker', preludes.abortsAfterPut('receipts', 2));
      const visit = await world.visit('waitlist');
      await visit.submit();
      await world.network.sent(1);
      await visit.deliverUntilEmpty();
    },
  },
  unusable('F41', 'no IndexedDB', preludes.noIndexedDb),
  {
    id: 'F42',
    name: 'a newer record and corrupt ones among the good',
    async run(world) {
      const visit = await world.visit('waitlist');
      const newer = { id: 'newer', version: 99, form: 'waitlist', words: [] };
      const corrupt = { id: 'corrupt', form: 'waitlist' };
      const hollow = { id: 'hollow', version: 1, form: 'waitlist' };
      const strange = { id: 'strange', version: 1, form: 'no such form' };
      world.network.cut();
      await visit.tab.evaluate(inStore, {
        put: [newer, corrupt, hollow, strange],
      });
      await visit.reload();
      await visit.submit();
      await visit.says('saved');
      world.network.restore();
      await visit.says('sent');
      world.waiting = await visit.waiting();
      expect(world.waiting).toContain('newer');
      await visit.reload();
      await visit.isWhole();
    },
  },
  {
    id: 'F43',
    name: 'a record 30 days old',
    async run(world) {
      const visit = await world.visit('careers');
      await seed(world, visit, 4, (submission) => ({
        ...submission,
        createdAt: submission.createdAt - 30 * day,
        dueAt: submission.dueAt - 30 * day,
        attempts: 500,
      }));
      await visit.reload();
    },
  },
  ...[365, -365].map(
    (days): Scenario => ({
      id: 'F44',
      name: `the clock a year ${days > 0 ? 'ahead' : 'behind'}, then right`,
      async run(world) {
        const visit = await world.visit('waitlist');
        await seed(world, visit, 4, (submission) => ({
          ...submission,
          createdAt: submission.createdAt + days * day,
          dueAt: submission.dueAt + days * day,
        }));
        await visit.reload();
      },
    }),
  ),
  ...[365, -365].map(
    (days): Scenario => ({
      id: 'F44',
      name: `the clock a year ${days > 0 ? 'ahead' : 'behind'} all the time`,
      async run(world) {
        world.network.inject('both', preludes.clockOff(days * day));
        const visit = await world.visit('feedback');
        world.network.fail({ kind: 'reset' }, 1);
        await visit.submit();
      },
    }),
  ),
];
