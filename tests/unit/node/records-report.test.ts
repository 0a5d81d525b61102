import { expect, test } from 'vitest';
import { countFigures } from '../../../src/node/records/report.ts';
import type { Source } from '../../../src/node/records/source.ts';

test('a record counts on the day it came: by hand, sent twice or restored', async () => {
  const [first, later] = ['2026-03-01T10:00:00Z', '2026-03-02T10:00:00.5Z'];
  const pages = async function* (collection: string) {
    if (collection !== 'waitlist') return;
    yield [{ id: 'by-hand', fields: {}, created: first }];
    yield [{ id: 'twice', fields: { timestamp: later }, created: first }];
    yield [{ id: 'restored', fields: { timestamp: first }, created: later }];
  };
  const source = { pages, count: async () => 3 } as unknown as Source;
  const progress = () => undefined;
  const world = { isTerminal: false, progress, now: Date.now };
  const { signUps, days } = await countFigures(source, {}, world);
  expect(signUps).toBe(3);
  expect(days).toEqual([{ name: '2026-03-01', count: 3 }]);
  const since = { since: '2026-03-02T00:00:00.000Z' };
  expect((await countFigures(source, since, world)).signUps).toBe(0);
});
