import { expect } from 'playwright/test';
import { syncTag } from '../../src/outbox/messages.ts';
import { pendingSyncs } from './inside.ts';
import * as preludes from './preludes.ts';
import type { Scenario } from './world.ts';

const noSync = 'it has no Background Sync';
const not = { firefox: noSync, webkit: noSync };

function without(
  id: Scenario['id'],
  name: string,
  prelude: string,
  more: Partial<Scenario> = {},
): Scenario {
  return {
    id,
    name,
    ...more,
    async run(world) {
      world.network.inject('both', prelude);
      await world.queue('careers', () => world.offline());
      await world.online();
    },
  };
}

export const backgroundSyncFaults: Scenario[] = [
  without('F45', 'absent', preludes.noSync),
  without('F46', 'register rejects', preludes.syncRejects, { not }),
  without('F47', 'register never settles', preludes.syncHangs, { not }),
  {
    id: 'F48',
    name: 'three failures with a window',
    not,
    async run(world) {
      await world.start({ fastSync: true });
      await world.queue('waitlist', () =>
        world.network.fail({ kind: 'reset' }),
      );
      await world.network.sent(5);
      world.network.heal();
    },
  },
  {
    id: 'F49',
    name: 'no window: delivered when the network is back',
    not,
    async run(world) {
      const visit = await world.queue('waitlist', () => world.offline());
      await expect.poll(() => visit.tab.evaluate(pendingSyncs)).toBe(1);
      await visit.close();
      await world.online();
      await world.stored();
    },
  },
  {
    id: 'F49',
    name: 'three failures without a window: delivered at the next visit',
    not,
    async run(world) {
      await world.start({ fastSync: true });
      const fail = () => world.network.fail({ kind: 'reset' });
      const visit = await world.queue('careers', fail);
      await visit.close();
      await world.network.sent(3);
      world.network.heal();
      await world.visit('feedback');
    },
  },
  {
    id: 'F50',
    name: 'an event while the page flushes',
    not,
    async run(world) {
      world.network.inject('page', preludes.pagesDeliver);
      world.network.inject('page', preludes.syncRejects);
      const browser = await world.start();
      const visit = await world.visit('brandSignup');
      world.network.hold();
      await visit.submit();
      await world.network.sent(1);
      await browser.sync?.(syncTag, false);
      world.network.release();
      await visit.says('sent');
      expect(world.network.commits).toBe(1);
    },
  },
  {
    id: 'F51',
    name: 'permission denied',
    not,
    async run(world) {
      const browser = await world.start();
      await browser.denySync?.(world.network.origin);
      await world.queue('feedback', () => world.offline());
      await world.online();
    },
  },
];
