import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const ada = { email: 'ada@pear.test' };
const bea = { email: 'bea@pear.test' };
let stored: Map<string, string>;
let onDevice: Map<string, string>;
let isInstalled: boolean;

/** Keys of a storage are properties of it. */
const storageOf = (texts: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    },
    {
      ownKeys: () => [...texts.keys()],
      getOwnPropertyDescriptor: () => ({
        enumerable: true,
        configurable: true,
      }),
    },
  );

beforeEach(() => {
  stored = new Map();
  onDevice = new Map();
  isInstalled = false;
  vi.stubGlobal('sessionStorage', storageOf(stored));
  vi.stubGlobal('localStorage', storageOf(onDevice));
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
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

describe('in the installed app', () => {
  const day = 24 * 60 * 60 * 1000;
  beforeEach(() => {
    isInstalled = true;
    vi.useFakeTimers({ now: 0 });
  });
  afterEach(() => void vi.useRealTimers());

  /** The system kills the app: its tab's storage is lost. */
  async function killApp() {
    vi.resetModules();
    stored.clear();
    return load();
  }

  test('a draft survives the app for seven days', async () => {
    (await load()).keepDraft('waitlist', { typed: ada });
    vi.setSystemTime(7 * day);
    expect((await killApp()).readDraft('waitlist')).toEqual({ typed: ada });
    vi.setSystemTime(7 * day + 1);
    expect((await killApp()).readDraft('waitlist')).toEqual({ typed: {} });
    expect(onDevice.size).toBe(0);
  });

  test('any page removes a draft that has expired', async () => {
    (await load()).keepDraft('waitlist', { typed: ada });
    isInstalled = false;
    vi.setSystemTime(-8 * day);
    await killApp();
    expect(onDevice.size).toBe(0);
  });

  test('a draft is forgotten when it is submitted, and in a tab', async () => {
    const app = await load();
    app.keepDraft('waitlist', { typed: ada });
    app.dropDraft('waitlist');
    expect(onDevice.size).toBe(0);
    const id = app.idFor('careers', bea);
    expect((await killApp()).idFor('careers', bea)).toBe(id);
    isInstalled = false;
    const tab = await load();
    expect(tab.readDraft('careers')).toEqual({ typed: {} });
    expect(tab.hasDrafts()).toBe(true);
    tab.forgetDrafts();
    expect([onDevice.size, tab.hasDrafts()]).toEqual([0, false]);
  });

  test('what its tab has kept before an update stays', async () => {
    stored.set('pear-draft-waitlist', JSON.stringify({ typed: ada }));
    const { keepDraft, readDraft } = await load();
    expect(readDraft('waitlist')).toEqual({ typed: ada });
    keepDraft('waitlist', { typed: bea });
    expect(readDraft('waitlist')).toEqual({ typed: bea });
    expect(stored.size).toBe(0);
  });
});

test.each(['{"typed":{"name":1}}', '{"typed":5}', '[3]', 'null', '{', '7'])(
  'what is stored as %s is no draft',
  async (text) => {
    stored.set('pear-draft-waitlist', text);
    stored.set('pear-early-waitlist', text);
    const { adoptEarlyInput, readDraft } = await load();
    adoptEarlyInput('waitlist', 'waitlist');
    expect(readDraft('waitlist')).toEqual({ typed: {} });
  },
);
