import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const ada = { email: 'ada@pear.test' };
const bea = { email: 'bea@pear.test' };
const draftKey = 'pear-draft-waitlist';
/** A fake Storage, whose items are its own properties as in browsers. */
class FakeStorage {
  [key: string]: unknown;

  getItem(key: string) {
    return this[key] ?? null;
  }

  setItem(key: string, text: string) {
    this[key] = text;
  }

  removeItem(key: string) {
    delete this[key];
  }
}

let fakeSession: FakeStorage;
let fakeLocal: FakeStorage;
let isInstalled: boolean;

beforeEach(() => {
  fakeSession = new FakeStorage();
  fakeLocal = new FakeStorage();
  isInstalled = false;
  vi.stubGlobal('sessionStorage', fakeSession);
  vi.stubGlobal('localStorage', fakeLocal);
  vi.stubGlobal('matchMedia', () => ({ matches: isInstalled }));
});
afterEach(() => vi.useRealTimers());

/** Imports draft.ts again, as a newly loaded page does. */
function loadPage() {
  vi.resetModules();
  return import('../../../src/forms/draft.ts');
}

describe.each([
  ['with sessionStorage', () => undefined],
  ['without storage', () => vi.stubGlobal('sessionStorage', undefined)],
])('%s', (_, prepare) => {
  test('submitting the same values gives the same submission id until the draft is deleted', async () => {
    prepare();
    const { getSubmissionId, saveDraft, readDraft, deleteDraft } =
      await loadPage();
    const firstId = getSubmissionId('waitlist', ada);
    for (const typed of [bea, ada]) {
      saveDraft('waitlist', { ...readDraft('waitlist'), typed });
    }
    expect(getSubmissionId('waitlist', ada)).toBe(firstId);
    const otherId = getSubmissionId('waitlist', bea);
    expect(otherId).not.toBe(firstId);
    expect(getSubmissionId('waitlist', bea)).toBe(otherId);
    expect(getSubmissionId('careers', bea)).not.toBe(otherId);
    deleteDraft('waitlist');
    expect(getSubmissionId('waitlist', bea)).not.toBe(otherId);
  });

  test('an empty draft is deleted', async () => {
    prepare();
    const { hasDrafts, saveDraft, readDraft } = await loadPage();
    saveDraft('waitlist', { typed: ada });
    expect(readDraft('waitlist')).toEqual({ typed: ada });
    expect(hasDrafts()).toBe(true);
    saveDraft('waitlist', { typed: {} });
    expect(readDraft('waitlist')).toEqual({ typed: {} });
    expect(hasDrafts()).toBe(false);
    expect(fakeSession).toEqual({});
  });
});

test('submitting the same values after a page load gives the same submission id', async () => {
  const first = (await loadPage()).getSubmissionId('waitlist', ada);
  expect((await loadPage()).getSubmissionId('waitlist', ada)).toBe(first);
});

test('adoptEarlyInput adds to the draft what was typed before hydration', async () => {
  const { adoptEarlyInput, saveDraft, readDraft } = await loadPage();
  fakeSession.setItem('pear-early-waitlist', JSON.stringify(ada));
  saveDraft('waitlist-1', { typed: { brand: 'Lopewell' } });
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

  /** Clears sessionStorage, as when the system kills the app, and loads a page. */
  function restartApp() {
    vi.stubGlobal('sessionStorage', new FakeStorage());
    return loadPage();
  }

  test('the installed app keeps a draft for seven days, even if it restarts', async () => {
    (await loadPage()).saveDraft('waitlist', { typed: ada });
    vi.setSystemTime(7 * day);
    expect((await restartApp()).readDraft('waitlist')).toEqual({ typed: ada });
    vi.setSystemTime(7 * day + 1);
    expect((await restartApp()).readDraft('waitlist')).toEqual({ typed: {} });
    expect(fakeLocal).toEqual({});
  });

  test('a page in a browser tab deletes expired drafts of the installed app', async () => {
    (await loadPage()).saveDraft('waitlist', { typed: ada });
    isInstalled = false;
    vi.setSystemTime(-8 * day);
    await restartApp();
    expect(fakeLocal).toEqual({});
  });

  test('a browser tab does not show the draft of the installed app, but can delete it', async () => {
    const id = (await loadPage()).getSubmissionId('careers', bea);
    expect((await restartApp()).getSubmissionId('careers', bea)).toBe(id);
    isInstalled = false;
    const tab = await loadPage();
    expect(tab.readDraft('careers')).toEqual({ typed: {} });
    expect(tab.hasDrafts()).toBe(true);
    tab.deleteAllDrafts();
    expect(fakeLocal).toEqual({});
    expect(tab.hasDrafts()).toBe(false);
  });

  test('the installed app keeps a draft that was typed in a browser tab', async () => {
    fakeSession.setItem(draftKey, JSON.stringify({ typed: ada }));
    const { saveDraft, readDraft, deleteDraft } = await loadPage();
    expect(readDraft('waitlist')).toEqual({ typed: ada });
    saveDraft('waitlist', { typed: bea });
    expect(readDraft('waitlist')).toEqual({ typed: bea });
    expect(fakeSession).toEqual({});
    deleteDraft('waitlist');
    expect(fakeLocal).toEqual({});
  });
});

test.each(['{"typed":{"name":1}}', '{"typed":5}', '[3]', 'null', '{', '7'])(
  'reads the damaged draft %s as an empty draft',
  async (text) => {
    fakeSession.setItem(draftKey, text);
    fakeSession.setItem('pear-early-waitlist', text);
    const { adoptEarlyInput, readDraft } = await loadPage();
    adoptEarlyInput('waitlist', 'waitlist');
    expect(readDraft('waitlist')).toEqual({ typed: {} });
  },
);
