import { expect, test } from 'vitest';
import { review } from '../../../src/node/records/review.ts';
import type { Source } from '../../../src/node/records/source.ts';

test('records made by hand, without a time, are not of one minute', async () => {
  const created = '2026-03-01T10:00:00Z';
  const fields = { email: 'ada@x.org' };
  const entries = Array.from({ length: 5 }, (_, index) => ({
    id: `${index}`,
    fields: index < 3 ? fields : { ...fields, timestamp: created },
    created,
  }));
  const pages = async function* () {
    yield entries;
  };
  const source = { pages, count: async () => 5 } as unknown as Source;
  const progress = { progress: () => undefined, now: Date.now };
  const texts: string[] = [];
  for await (const text of review(source, ['waitlist'], {}, progress)) {
    texts.push(text);
  }
  expect(texts.join('')).toMatch(/^0 of 5 records in .* look wrong; /);
});
