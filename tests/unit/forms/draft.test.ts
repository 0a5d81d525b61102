import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

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

describe.each([
  ['storage', () => undefined],
  ['none', () => void vi.stubGlobal('sessionStorage', undefined)],
])('with %s', (_, prepare) => {
  beforeEach(prepare);

  test('the same words keep their id', async () => {
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

  test('a draft without words is none', async () => {
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
});

test('they keep it in the page that is loaded next', async () => {
  const first = (await load()).idFor('waitlist', ada);
  vi.resetModules();
  expect((await load()).idFor('waitlist', ada)).toBe(first);
});

test('what the version before has kept is a draft', async () => {
  stored.set('pear-draft-waitlist', JSON.stringify(ada));
  const { readDraft } = await load();
  expect(readDraft('waitlist')).toEqual({ typed: ada });
});

test('what is typed early becomes part of the draft, whatever that edits', async () => {
  const { adoptEarlyInput, keepDraft, readDraft } = await load();
  stored.set('pear-early-waitlist', JSON.stringify(ada));
  keepDraft('waitlist-1', { typed: { brand: 'Lopewell' } });
  adoptEarlyInput('waitlist', 'waitlist-1');
  const typed = { ...ada, brand: 'Lopewell' };
  expect(readDraft('waitlist-1')).toEqual({ typed });
  expect(readDraft('waitlist')).toEqual({ typed: {} });
});
