import { networkFaults } from './network.ts';
import { processFaults } from './processes.ts';
import type { Scenario } from './scenario.ts';

export const scenarios: readonly Scenario[] = [
  ...networkFaults,
  ...processFaults,
];
