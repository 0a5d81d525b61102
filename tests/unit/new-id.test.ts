import { afterEach, expect, test, vi } from 'vitest';
import { idFor, newId } from '../../src/outbox/new-id.ts';

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

test('the same words keep their id, and others get another', () => {
  const last = { id: '' };
  const first = idFor({ email: 'a@pear.test' }, last);
  expect(first).not.toBe('');
  expect(idFor({ email: 'a@pear.test' }, last)).toBe(first);
  const second = idFor({ email: 'b@pear.test' }, last);
  expect(second).not.toBe(first);
  expect(idFor({ email: 'b@pear.test' }, last)).toBe(second);
  expect(idFor({ email: 'a@pear.test' }, last)).not.toBe(first);
});
