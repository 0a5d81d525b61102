import { expect } from 'playwright/test';
import { syncTag } from '../../src/outbox/messages.ts';
import { pendingSyncs } from './inside.ts';
import * as preludes from './preludes.ts';
import { type Scenario, scenario, type Title } from './world.ts';

const noSync = 'it has no Background Sync';

/** What needs Background Sync to be there. */
function withSync(title: Title, run: Scenario['run']): Scenario {
  return { title, not: { firefox: noSync, webkit: noSync }, run };
}

function changed(prelude: string): Scenario['run'] {
  return async (world) => {
    world.network.inject('both', prelude);
    await world.queue('careers', () => world.offline());
    await world.online();
  };
}

export const backgroundSyncFaults: Scenario[] = [
  scenario('F45 absent', changed(preludes.noSync)),
  withSync('F46 register rejects', changed(preludes.syncRejects)),
  withSync('F47 register never settles', changed(preludes.syncHangs)),
  withSync('F48 three failures with a window', async (world) => {
    await world.start({ fastSync: true });
    await world.queue('waitlist', () => world.network.fail({ kind: 'reset' }));
    await world.network.sent(5);
    world.network.heal();
  }),
  withSync(
    'F49 no window: delivered when the network is back',
    async (world) => {
      const visit = await world.queue('waitlist', () => world.offline());
      await expect.poll(() => visit.tab.evaluate(pendingSyncs)).toBe(1);
      await visit.close();
      await world.online();
      await world.stored();
    },
  ),
  withSync(
    'F49 three failures without a window: delivered at the next visit',
    async (world) => {
      await world.start({ fastSync: true });
      const fail = () => world.network.fail({ kind: 'reset' });
      const visit = await world.queue('careers', fail);
      await visit.close();
      await world.network.sent(3);
      world.network.heal();
      await world.visit('feedback');
    },
  ),
  withSync('F50 an event while the page flushes', async (world) => {
    world.network.inject('page', preludes.pagesDeliver);
    world.network.inject('page', preludes.syncRejects);
    const browser = await world.start();
    const visit = await world.visit('brandSignup');
    world.network.hold();
    await visit.submit();
    await world.network.sent(1);
    await browser.sync?.(syncTag);
    world.network.release();
    await visit.says('sent');
    expect(world.network.commits).toBe(1);
  }),
  withSync('F51 permission denied', async (world) => {
    const browser = await world.start();
    await browser.denySync?.(world.network.origin);
    await world.queue('feedback', () => world.offline());
    await world.online();
  }),
];
