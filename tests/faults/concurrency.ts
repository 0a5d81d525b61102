import { expect } from 'playwright/test';
import { forms } from '../../src/forms/forms.ts';
import { holdLock, wakeWorker } from './inside.ts';
import { hurry, noLocks, pagesDeliver } from './preludes.ts';
import { seed } from './submissions.ts';
import { type Scenario, scenario, type World } from './world.ts';

/** Five tabs that deliver themselves, and the worker, wake at once. */
async function flushEverywhere(world: World): Promise<void> {
  world.network.inject('page', pagesDeliver);
  const first = await world.visit('waitlist');
  for (let more = 0; more < 4; more += 1) await world.visit('careers');
  await seed(world, first, 12);
  await Promise.all([world.wake(), first.tab.evaluate(wakeWorker)]);
}

export const concurrencyFaults: Scenario[] = [
  scenario('F31 five tabs and the worker flush at once', async (world) => {
    await flushEverywhere(world);
    await world.stored();
    expect(world.network.commits, 'each is sent once').toBe(12);
    expect(world.network.busiest, 'one flusher at a time').toBe(1);
  }),
  scenario('F32 double click, and Enter on top', async (world) => {
    const visit = await world.visit('brandSignup');
    await visit.fillNext();
    await visit.tab.evaluate((label) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === label,
      );
      button?.click();
      button?.click();
      button?.form?.requestSubmit();
    }, forms.brandSignup.submitLabel);
  }),
  scenario('F33 reloaded and submitted again while it waits', async (world) => {
    const visit = await world.queue('feedback');
    const [submission] = visit.submitted;
    await visit.reload();
    await visit.fill(submission?.values ?? {});
    await visit.press();
    visit.forgotten = false;
    await visit.says('saved');
    world.network.restore();
  }),
  scenario('F34 the holder of the lock is frozen', async (world) => {
    world.network.inject('both', hurry(40_000));
    const frozen = await world.visit('careers');
    const visit = await world.queue('waitlist');
    for (const id of await visit.waiting()) {
      await frozen.tab.evaluate(holdLock, id);
    }
    world.network.restore();
  }),
  scenario('F35 no Web Locks', async (world) => {
    world.network.inject('both', noLocks);
    await flushEverywhere(world);
  }),
];
