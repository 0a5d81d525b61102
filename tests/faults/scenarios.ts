import { backgroundSyncFaults } from './background-sync.ts';
import { concurrencyFaults } from './concurrency.ts';
import { networkFaults } from './network.ts';
import { pageFaults } from './page.ts';
import { processFaults } from './processes.ts';
import type { Scenario } from './scenario.ts';
import { storageFaults } from './storage.ts';

export const scenarios: readonly Scenario[] = [
  ...networkFaults,
  ...processFaults,
  ...concurrencyFaults,
  ...storageFaults,
  ...backgroundSyncFaults,
  ...pageFaults,
];
