import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import * as realStore from '../../src/outbox/store.ts';
import { createMemoryStore } from './memory-store.ts';
import { check, live, schedules } from './schedule.ts';

const settings = {
  numRuns: Number(process.env.MODEL_RUNS ?? 10_000),
  ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
  ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
};
/** The real store's transactions take a hundred times as long. */
const storeSettings = {
  ...settings,
  numRuns: Math.ceil(settings.numRuns / 40),
};

test('nothing is lost, doubled or misreported, whatever crashes when', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, fc.scheduler(), async (steps, scheduler) => {
      const store = createMemoryStore();
      const pause = () => scheduler.schedule(Promise.resolve());
      const ending = live(steps, store, pause);
      await scheduler.waitFor(ending);
      await check(await ending, store);
    }),
    settings,
  );
});

test('the same over IndexedDB, whose handle is lost now and then', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (steps) => {
      await clearDatabase();
      const ending = await live(steps, realStore, () => Promise.resolve());
      await check(ending, realStore);
    }),
    storeSettings,
  );
});

test('one request at a time under the lock', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, fc.scheduler(), async (steps, scheduler) => {
      const locked = steps.map((step) =>
        step.kind === 'deliver' ? { ...step, locked: true, crashes: [] } : step,
      );
      const store = createMemoryStore();
      const pause = () => scheduler.schedule(Promise.resolve());
      const ending = live(locked, store, pause);
      await scheduler.waitFor(ending);
      expect((await ending).server.atOnce).toBeLessThanOrEqual(1);
    }),
    { ...settings, numRuns: Math.ceil(settings.numRuns / 20) },
  );
});

/** Empties the stores from a handle of its own, as another tab would. */
async function clearDatabase(): Promise<void> {
  await realStore.keys();
  const db = await openDB('pear');
  const tx = db.transaction(['submissions', 'receipts'], 'readwrite');
  await tx.objectStore('submissions').clear();
  await tx.objectStore('receipts').clear();
  await tx.done;
  db.close();
}
