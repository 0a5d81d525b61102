import { expect, test } from 'vitest';
import { countFigures } from '../../../src/node/records/report.ts';
import type { Source } from '../../../src/node/records/source.ts';

test('a record made by hand, without a time, leaves the days as they are', async () => {
  const timestamp = '2026-03-01T10:00:00Z';
  const pages = async function* (collection: string) {
    if (collection !== 'waitlist') return;
    yield [{ id: 'by-hand', fields: {}, created: timestamp }];
    yield [{ id: 'sent', fields: { timestamp }, created: timestamp }];
  };
  const source = { pages, count: async () => 2 } as unknown as Source;
  const progress = () => undefined;
  const world = { isTerminal: false, progress, now: Date.now };
  const { signUps, days } = await countFigures(source, {}, world);
  expect(signUps).toBe(2);
  expect(days).toEqual([{ name: '2026-03-01', count: 1 }]);
});
