import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const ada = { email: 'ada@pear.test' };
const bea = { email: 'bea@pear.test' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const load = () => import('../../../src/forms/draft.ts');
const forbidStorage = () => vi.stubGlobal('sessionStorage', undefined);

test.each([
  ['storage', () => undefined],
  ['none', forbidStorage],
])('the same words keep their id, with %s', async (_, prepare) => {
  prepare();
  const { idFor, keepDraft, readDraft, dropDraft } = await load();
  const first = idFor('waitlist', ada);
  expect(idFor('waitlist', ada)).toBe(first);
  // As they are typed anew.
  keepDraft('waitlist', { ...readDraft('waitlist'), typed: bea });
  keepDraft('waitlist', { ...readDraft('waitlist'), typed: ada });
  expect(idFor('waitlist', ada)).toBe(first);
  const other = idFor('waitlist', bea);
  expect(other).not.toBe(first);
  expect(idFor('waitlist', bea)).toBe(other);
  expect(idFor('careers', bea)).not.toBe(other);
  // Thanked for, they come again as another message.
  dropDraft('waitlist');
  expect(idFor('waitlist', bea)).not.toBe(other);
});

test('they keep it in the page that is loaded next', async () => {
  const first = (await load()).idFor('waitlist', ada);
  vi.resetModules();
  expect((await load()).idFor('waitlist', ada)).toBe(first);
});

test.each([
  ['storage', () => undefined],
  ['none', forbidStorage],
])('a draft without words is none, with %s', async (_, prepare) => {
  prepare();
  const { hasDrafts, keepDraft, readDraft, forgetDrafts } = await load();
  keepDraft('waitlist', { typed: ada });
  keepDraft('careers', { typed: bea });
  keepDraft('careers', { typed: {} });
  expect(readDraft('waitlist')).toEqual({ typed: ada });
  expect(readDraft('careers')).toEqual({ typed: {} });
  keepDraft('waitlist', { typed: {} });
  expect(stored.size).toBe(0);
  expect(hasDrafts()).toBe(false);
  forgetDrafts();
});

test('what the version before has kept is a draft', async () => {
  stored.set('pear-draft-waitlist', JSON.stringify(ada));
  const { readDraft } = await load();
  expect(readDraft('waitlist')).toEqual({ typed: ada });
});
