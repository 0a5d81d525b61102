import { backgroundSyncFaults } from './background-sync.ts';
import { concurrencyFaults } from './concurrency.ts';
import { test } from './fixtures.ts';
import { networkFaults } from './network.ts';
import { pageFaults } from './page.ts';
import { processFaults } from './processes.ts';
import { storageFaults } from './storage.ts';

for (const { title, not, run } of [
  ...networkFaults,
  ...processFaults,
  ...concurrencyFaults,
  ...storageFaults,
  ...backgroundSyncFaults,
  ...pageFaults,
]) {
  test(title, async ({ engine, world }) => {
    const reason = not?.[engine];
    test.skip(reason !== undefined, reason);
    await run(world);
    await world.settled();
  });
}
