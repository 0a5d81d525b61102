import { expect, test } from 'vitest';
import { faults } from '../bench/peers/faults.ts';
import {
  contestantNames,
  formatTable,
  readResults,
  readTable,
  readVersions,
} from '../bench/peers/results.ts';

test.each(contestantNames)(
  'the results of %s have an outcome for each fault, and the versions of the lock file',
  (name) => {
    const { packages, outcomes } = readResults()[name];
    expect(packages).toEqual(readVersions(name));
    expect(outcomes).toHaveLength(faults.length);
  },
);

test('decision 0001 shows the results of the last runs', () => {
  expect(readTable()).toBe(formatTable(readResults()));
});
