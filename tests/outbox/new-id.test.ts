import { afterEach, expect, test, vi } from 'vitest';
import { newId } from '../../src/outbox/submission.ts';

afterEach(() => vi.unstubAllGlobals());

test('where the browser makes ids, its id is taken', () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'made by the browser' });
  expect(newId()).toBe('made by the browser');
});

test.each([
  [0x00, '00000000-0000-4000-8000-000000000000'],
  [0xff, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  [0x1a, '1a1a1a1a-1a1a-4a1a-9a1a-1a1a1a1a1a1a'],
])('where it does not, bytes of %d make a version 4', (byte, id) => {
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => bytes.fill(byte),
  });
  expect(newId()).toBe(id);
});
