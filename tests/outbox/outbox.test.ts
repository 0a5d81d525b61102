import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { openDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => vi.restoreAllMocks());

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
      loseHandles();
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

/** A handle's fifth transaction finds that the browser has closed it. */
function loseHandles(): void {
  const { transaction } = IDBDatabase.prototype;
  const uses = new WeakMap<IDBDatabase, number>();
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...given
  ) {
    const use = (uses.get(this) ?? 0) + 1;
    uses.set(this, use);
    if (use === 5) this.close();
    return transaction.apply(this, given);
  });
}

/** Empties the stores from a handle of its own, as another tab would. */
async function clearDatabase(): Promise<void> {
  vi.restoreAllMocks();
  await realStore.keys();
  const db = await openDB('pear');
  for (const name of db.objectStoreNames) await db.clear(name);
  db.close();
}
