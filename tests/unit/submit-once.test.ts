import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const submit = vi.hoisted(() => vi.fn());
vi.mock('../../src/outbox/client.ts', () => ({ submit }));

const ada = { email: 'ada@pear.test' };
const bea = { email: 'bea@pear.test' };
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  submit.mockReset();
});

/** Submits in a form that is there still, or not; gives the id. */
async function idOf(values: object, { isConnected = true, name = 'a' } = {}) {
  const { submitOnce } = await import('../../src/forms/submit-once.ts');
  const form = { isConnected, getAttribute: () => name };
  await submitOnce(form as never, { ...values }, undefined).catch(
    () => undefined,
  );
  const [, , { id }] = submit.mock.lastCall ?? [];
  return id;
}

const fails = () => submit.mockRejectedValue(new Error('no answer'));
const forbidStorage = () =>
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('forbidden');
    },
  });

test.each([
  ['storage', () => undefined],
  ['none', forbidStorage],
])('what was not accepted keeps its id, with %s', async (_, prepare) => {
  prepare();
  fails();
  const first = await idOf(ada);
  expect(await idOf(ada)).toBe(first);
  const other = await idOf(bea);
  expect(other).not.toBe(first);
  expect(await idOf(bea)).toBe(other);
  expect(await idOf(bea, { name: 'b' })).not.toBe(other);
  expect(await idOf(ada)).not.toBe(first);
});

test('it keeps it in the page that is loaded next', async () => {
  fails();
  const first = await idOf(ada);
  vi.resetModules();
  expect(await idOf(ada)).toBe(first);
});

test('so does what was accepted when its form had gone', async () => {
  const first = await idOf(ada, { isConnected: false });
  expect(await idOf(ada)).toBe(first);
});

test('what was accepted is not kept, and comes again as another', async () => {
  const first = await idOf(ada);
  expect(kept.size).toBe(0);
  expect(await idOf(ada)).not.toBe(first);
});
