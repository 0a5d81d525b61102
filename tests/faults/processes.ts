import { expect } from 'playwright/test';
import type { FormName } from '../../src/forms/forms.ts';
import {
  noteWorker,
  unregister,
  updateWorker,
  upgradeDatabase,
} from './inside.ts';
import { stops } from './preludes.ts';
import { type Scenario, scenario, type Title } from './world.ts';

const noWayToKill = {
  webkit: 'WebKitWebDriver cannot stop a worker, and gives up with its process',
};
const nothingOnDisk =
  'automated sessions of WebKitGTK keep nothing on disk to start again with';

function workerKilled(title: Title, run: Scenario['run']): Scenario {
  return { title, not: noWayToKill, run };
}

function killedAt(
  title: Title,
  form: FormName,
  point: 'read' | 'send' | 'remove',
): Scenario {
  return workerKilled(title, async (world) => {
    world.network.inject('worker', stops);
    const visit = await world.visit(form);
    const { reached, left } = world.network.stopAt(point);
    await visit.submit();
    await reached;
    await world.killWorker(left);
    world.network.resume(point);
    await world.wake();
  });
}

export const processFaults: Scenario[] = [
  killedAt('F21 worker killed before it reads', 'waitlist', 'read'),
  killedAt('F22 worker killed between reading and sending', 'careers', 'send'),
  workerKilled(
    'F23 worker killed mid-send, the server commits all the same',
    async (world) => {
      const visit = await world.visit('waitlist');
      world.network.hold();
      await visit.submit();
      await world.network.sent(1);
      await world.killWorker(world.network.log[0]?.closed);
      world.network.release();
      await world.wake();
    },
  ),
  killedAt(
    'F24 worker killed after the answer and before the removal',
    'waitlist',
    'remove',
  ),
  scenario('F25 tab closed as soon as it thanks', async (world) => {
    const visit = await world.queue('brandSignup');
    await visit.close();
    world.network.restore();
    await world.visit('feedback');
  }),
  {
    title: 'F26 browser killed and started again',
    not: { webkit: nothingOnDisk },
    async run(world) {
      const browser = await world.start({ profile: world.profile });
      const visit = await world.queue('waitlist');
      await browser.kill?.();
      visit.closed = true;
      world.network.restore();
      await world.visit('feedback');
    },
  },
  scenario('F27 worker updated mid-flush', async (world) => {
    const visit = await world.visit('careers');
    await visit.tab.evaluate(noteWorker);
    world.network.hold();
    await visit.submit();
    await world.network.sent(1);
    world.network.inject('worker', '"a newer worker"');
    await visit.tab.evaluate(updateWorker);
    world.network.release();
    await visit.says('sent');
    const second = await world.visit('waitlist');
    await visit.close();
    await second.submit();
  }),
  scenario('F28 an old and a new page together', async (world) => {
    const old = await world.visit('careers');
    const older = await world.visit('waitlist');
    world.network.cut();
    await old.submit();
    await old.says('saved');
    const blocked = await older.tab.evaluate(upgradeDatabase);
    expect(blocked, 'the old pages let the upgrade go on').toBe(false);
    world.network.restore();
    await older.submit();
    await older.says('sent');
    // What the newer page has left as it was is the older one's to send.
    await old.says('sent');
  }),
  scenario('F29 worker unregistered with submissions queued', async (world) => {
    const visit = await world.queue('feedback');
    await visit.tab.evaluate(unregister);
    world.network.restore();
  }),
  scenario('F30 back from the back-forward cache', async (world) => {
    await world.start({ backForwardCache: true });
    const visit = await world.queue('waitlist');
    await visit.tab.goto('about:blank');
    world.network.restore();
    await visit.tab.back();
    visit.forgotten = await visit.tab.evaluate(
      () => !('statements' in globalThis),
    );
  }),
];
