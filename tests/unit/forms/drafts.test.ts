import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { getDraftName } from '../../../src/forms/draft-format.ts';
import { waitFor } from '../../support/waits.ts';
import { createDevice, type Device, type FakeWindow } from './draft-device.ts';
import { FakeStorage } from './fake-storage.ts';

const ada = { email: 'ada@pear.test' };
const bea = { email: 'bea@pear.test' };
const loom = { ...ada, favoriteBrand: 'Loom' };
const blank = { email: '' };
const day = 24 * 60 * 60 * 1000;

let device: Device;

beforeEach(() => {
  device = createDevice();
});
afterEach(() => vi.useRealTimers());

/** Returns the text that the waitlist form of the window shows. */
async function readText({ drafts }: FakeWindow) {
  return (await drafts.open('waitlist', 'waitlist'))?.typed;
}

/** Submits a text that the outbox accepts, up to the thank-you. */
async function submit({ drafts }: FakeWindow, typed: Record<string, string>) {
  const id = await drafts.handOver('waitlist', typed);
  device.handedOver.add(id);
  drafts.remove('waitlist');
  return id;
}

/** Ends the page, and starts a page of the same window. */
async function reload(window: FakeWindow, options = {}) {
  window.end();
  return device.openWindow({ session: window.session, ...options });
}

describe('ids', () => {
  test('a draft has an id from its first letter on, and a submit hands it over', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const id = window.drafts.get('waitlist')?.id;
    expect(JSON.parse(`${window.session['pear-draft-waitlist']}`)).toEqual({
      id,
      typed: ada,
      revision: 1,
    });
    window.drafts.save('waitlist', bea);
    expect(await window.drafts.handOver('waitlist', bea)).toBe(id);
  });

  test('a text that changes after its id was handed over gets another id, and the unchanged text keeps it', async () => {
    const window = await device.openWindow();
    const firstId = await window.drafts.handOver('waitlist', ada);
    window.drafts.save('waitlist', bea);
    const secondId = window.drafts.get('waitlist')?.id;
    expect(secondId).not.toBe(firstId);
    expect(await window.drafts.handOver('waitlist', bea)).toBe(secondId);
    const nextWindow = await reload(window);
    expect(await readText(nextWindow)).toEqual(bea);
    expect(await nextWindow.drafts.handOver('waitlist', bea)).toBe(secondId);
  });

  test.each([
    ['one of two fields has changed', { ...ada, favoriteBrand: 'Knit' }, false],
    ['a field was cleared', { ...ada, favoriteBrand: ' ' }, false],
    [
      'only white space at its ends has changed',
      { ...loom, email: ' ada@pear.test ' },
      true,
    ],
    ['a blank field was added', { ...loom, name: '' }, true],
  ])(
    'if %s, a text keeps the id of its submit only if the server gets the same',
    async (_, typed, isSame) => {
      const { drafts } = await device.openWindow();
      const id = await drafts.handOver('waitlist', loom);
      expect((await drafts.handOver('waitlist', typed)) === id).toBe(isSame);
    },
  );

  test('a submit of the same values after a page load uses the same id', async () => {
    const window = await device.openWindow();
    const id = await window.drafts.handOver('waitlist', ada);
    const nextWindow = await reload(window);
    await readText(nextWindow);
    expect(await nextWindow.drafts.handOver('waitlist', ada)).toBe(id);
  });

  test('a submitted text that the visitor clears and types again keeps its id', async () => {
    const window = await device.openWindow();
    const id = await window.drafts.handOver('waitlist', ada);
    window.drafts.save('waitlist', undefined);
    const nextWindow = await reload(window);
    await readText(nextWindow);
    expect(await nextWindow.drafts.handOver('waitlist', ada)).toBe(id);
  });

  test('the draft of an edit has an id and a text of its own', async () => {
    const { drafts } = await device.openWindow();
    const ownName = getDraftName('waitlist');
    const editName = getDraftName('waitlist', '1');
    const otherEditName = getDraftName('waitlist', '2');
    drafts.save(ownName, ada);
    drafts.save(editName, bea);
    expect(drafts.get(ownName)).toMatchObject({ typed: ada });
    expect(drafts.get(editName)).toMatchObject({ typed: bea });
    expect(drafts.get(otherEditName)).toBeUndefined();
    expect(drafts.get(editName)?.id).not.toBe(drafts.get(ownName)?.id);
  });

  test('a text gets another id if another window holds the lock of its id', async () => {
    const session = new FakeStorage();
    const draft = { id: 'id-1', typed: ada, revision: 1 };
    session.setItem('pear-draft-waitlist', JSON.stringify(draft));
    const other = await device.openWindow({ session });
    await readText(other);

    const window = await device.openWindow();
    window.drafts.save('waitlist', bea);
    await waitFor(() =>
      expect(window.drafts.get('waitlist')).toMatchObject({ id: 'id-2' }),
    );
    expect(other.drafts.get('waitlist')?.id).toBe('id-1');
  });

  test('a text whose lock is refused after the submit is handed over under another id', async () => {
    const session = new FakeStorage();
    const draft = { id: 'id-1', typed: ada, revision: 1 };
    session.setItem('pear-draft-waitlist', JSON.stringify(draft));
    await readText(await device.openWindow({ session }));

    const { drafts } = await device.openWindow();
    expect(await drafts.handOver('waitlist', bea)).toBe('id-2');
    expect(drafts.get('waitlist')).toMatchObject({
      id: 'id-2',
      submitted: { id: 'id-2', values: bea },
    });
  });

  test('a text that is forgotten while it is handed over does not come back', async () => {
    const window = await device.openWindow();
    const handingOver = window.drafts.handOver('waitlist', ada);
    await window.forgetDrafts();
    await handingOver;
    expect(window.drafts.get('waitlist')).toBeUndefined();
    expect(await readText(await reload(window))).toBeUndefined();
  });

  test('a duplicated tab takes another id for the same text', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const session = window.session.copy();
    const duplicate = await device.openWindow({ session });
    expect(await readText(duplicate)).toEqual(ada);
    const id = await duplicate.drafts.handOver('waitlist', ada);
    expect(id).not.toBe(await window.drafts.handOver('waitlist', ada));
  });

  test('without Web Locks each page load takes another id', async () => {
    device.hasLocks = false;
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const id = window.drafts.get('waitlist')?.id;
    const nextWindow = await reload(window);
    expect(await readText(nextWindow)).toEqual(ada);
    expect(nextWindow.drafts.get('waitlist')?.id).not.toBe(id);
  });
});

describe('a killed browser', () => {
  /** Keeps each state of a window's sessionStorage, because any may reach the disk. */
  function recordStates(session: FakeStorage): FakeStorage[] {
    const states = [session.copy()];
    for (const method of ['setItem', 'removeItem'] as const) {
      const change = session[method].bind(session);
      Object.defineProperty(session, method, {
        enumerable: false,
        value: (key: string, text: string) => {
          change(key, text);
          states.push(session.copy());
        },
      });
    }
    return states;
  }

  test('no earlier state of a text that was handed over is shown again', async () => {
    const session = new FakeStorage();
    const states = recordStates(session);
    const window = await device.openWindow({ session });
    window.drafts.save('waitlist', { email: 'a' });
    window.drafts.save('waitlist', ada);
    await submit(window, ada);
    window.end();

    expect(states.length).toBeGreaterThan(4);
    for (const state of states) {
      const restored = await device.openWindow({ session: state });
      expect(await readText(restored)).toBeUndefined();
      expect(state).toEqual({});
      restored.end();
    }
  });

  test('a text whose submit has not reached the outbox is shown again', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    await window.drafts.handOver('waitlist', ada);
    const restored = await reload(window);
    expect(await readText(restored)).toEqual(ada);
  });

  test('early input that became part of a submission is not shown again', async () => {
    const session = new FakeStorage();
    const early = { id: 'early', loads: { 1: ada } };
    session.setItem('pear-early-waitlist', JSON.stringify(early));
    const earlierState = session.copy();
    const window = await device.openWindow({ session });
    expect(await readText(window)).toEqual(ada);
    expect(await submit(window, ada)).toBe('early');
    window.end();
    const restored = await device.openWindow({ session: earlierState });
    expect(await readText(restored)).toBeUndefined();
  });

  test('a draft is shown if the outbox cannot be read', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    device.canReadOutbox = false;
    expect(await readText(await reload(window))).toEqual(ada);
  });
});

describe('early input', () => {
  const storeEarly = (session: FakeStorage, input: object) =>
    session.setItem('pear-early-waitlist', JSON.stringify(input));

  test('is added to the draft, and shares its id', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const { id } = window.drafts.get('waitlist') ?? {};
    storeEarly(window.session, { id, loads: { 1: bea } });
    const nextWindow = await reload(window);
    expect(await nextWindow.drafts.open('waitlist', 'waitlist')).toMatchObject({
      id,
      typed: { email: `${ada.email} ${bea.email}` },
    });
    expect(nextWindow.session).not.toHaveProperty('pear-early-waitlist');
  });

  test('of this page load is part of the draft, under the id of its first letter', async () => {
    const window = await device.openWindow();
    const loads = { 1: ada, [performance.timeOrigin]: bea };
    storeEarly(window.session, { id: 'x', loads });
    expect(await window.drafts.open('waitlist', 'waitlist')).toMatchObject({
      id: 'x',
      typed: { email: `${ada.email} ${bea.email}` },
    });
  });

  test('of this page load is another text if the id of its draft was handed over', async () => {
    const window = await device.openWindow();
    const loads = { 1: ada, [performance.timeOrigin]: bea };
    device.handedOver.add('x');
    storeEarly(window.session, { id: 'x', loads });
    expect(await readText(window)).toEqual(bea);
    expect(window.drafts.get('waitlist')?.id).not.toBe('x');
  });

  test('that the visitor has cleared is no text, and holds no lock', async () => {
    const window = await device.openWindow();
    storeEarly(window.session, { id: 'x', loads: { 1: {}, 2: {} } });
    expect(await readText(window)).toBeUndefined();
    expect(device.lockNames()).toEqual([]);
  });

  test('from before drafts had ids is read', async () => {
    const window = await device.openWindow();
    storeEarly(window.session, ada);
    expect(await readText(window)).toEqual(ada);
  });
});

describe('the installed app', () => {
  const openApp = (options = {}) =>
    device.openWindow({ isStandalone: true, ...options });

  /** Returns the texts of the drafts on the disk. */
  async function readDisk() {
    const { listDrafts } = await import(
      '../../../src/forms/draft-transactions.ts'
    );
    return (await listDrafts()).map(({ typed }) => typed);
  }

  const waitForDisk = () =>
    waitFor(async () => expect(await readDisk()).not.toEqual([]));

  async function typeAndKill(typed = ada) {
    const window = await openApp();
    await readText(window);
    window.drafts.save('waitlist', typed);
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitForDisk();
    window.end();
    return window;
  }

  test('the next window shows the draft of a killed window', async () => {
    const { drafts } = await typeAndKill();
    const nextWindow = await openApp();
    expect(await readText(nextWindow)).toEqual(ada);
    const id = drafts.get('waitlist')?.id;
    expect(nextWindow.drafts.get('waitlist')?.id).toBe(id);
  });

  test('of the drafts of two killed windows, the next window shows the later one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const windows = [await openApp(), await openApp()];
    for (const [index, typed] of [ada, bea].entries()) {
      vi.setSystemTime(index * day);
      const window = windows[index] as FakeWindow;
      await readText(window);
      window.drafts.save('waitlist', typed);
      window.events.dispatchEvent(new Event('visibilitychange'));
      await waitFor(async () => expect(await readDisk()).toContainEqual(typed));
    }
    for (const window of windows) window.end();
    expect(await readText(await openApp())).toEqual(bea);
  });

  test('only one window takes over a draft', async () => {
    await typeAndKill();
    const windows = [await openApp(), await openApp()];
    const texts = await Promise.all(windows.map(readText));
    expect(texts.filter(Boolean)).toEqual([ada]);
  });

  /** Opens a window whose draft is on the disk. */
  async function openWithDraft() {
    const window = await openApp();
    await readText(window);
    window.drafts.save('waitlist', ada);
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitForDisk();
    return window;
  }

  test('no other window shows the draft of an open window', async () => {
    const window = await openWithDraft();
    const otherWindow = await openApp();
    expect(await readText(otherWindow)).toBeUndefined();
    otherWindow.drafts.save('waitlist', bea);
    expect(await readText(await reload(window))).toEqual(ada);
  });

  test('an open window takes over a draft when the window of that draft is gone', async () => {
    const window = await openWithDraft();
    const otherWindow = await openApp();
    expect(await readText(otherWindow)).toBeUndefined();
    window.end();
    expect(await readText(otherWindow)).toEqual(ada);
  });

  test('the disk gets the draft of a window that it does not have', async () => {
    const tab = await device.openWindow();
    tab.drafts.save('waitlist', ada);
    const window = await reload(tab, { isStandalone: true });
    await readText(window);
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await readDisk()).toEqual([ada]));
  });

  describe('a page of the app', () => {
    const careersText = { name: 'Ada' };

    /** Types into a form of a page that has no time to save to the disk. */
    async function typeAndLeave(session = new FakeStorage()) {
      // A tab saves nothing to the disk.
      const tab = await device.openWindow({ session });
      tab.drafts.save('careers', careersText);
      tab.end();
      return session;
    }

    async function maintain(session: FakeStorage): Promise<void> {
      const window = await openApp({ session });
      await window.drafts.maintain(0);
      await waitFor(async () =>
        expect(await readDisk()).toContainEqual(careersText),
      );
    }

    test('saves the draft that an earlier page had no time to save', async () => {
      await maintain(await typeAndLeave());
      expect(await readDisk()).toEqual([careersText]);
    });

    test('does not replace a draft on the disk with its earlier state', async () => {
      const window = await typeAndKill();
      const earlierSession = window.session.copy();
      const nextWindow = await openApp({ session: window.session });
      await readText(nextWindow);
      nextWindow.drafts.save('waitlist', bea);
      nextWindow.events.dispatchEvent(new Event('visibilitychange'));
      await waitFor(async () => expect(await readDisk()).toEqual([bea]));
      nextWindow.end();

      await maintain(await typeAndLeave(earlierSession));
      const texts = await readDisk();
      expect(texts).toContainEqual(bea);
      expect(texts).not.toContainEqual(ada);
    });

    test('saves the newer state of a draft', async () => {
      const { session } = await typeAndKill();
      const stored = JSON.parse(String(session['pear-draft-waitlist']));
      const newer = { ...stored, typed: bea, revision: stored.revision + 1 };
      session.setItem('pear-draft-waitlist', JSON.stringify(newer));
      const window = await openApp({ session });
      await window.drafts.maintain(0);
      await waitFor(async () => expect(await readDisk()).toEqual([bea]));
    });

    test('saves no draft that was forgotten', async () => {
      const tab = await device.openWindow();
      tab.drafts.save('waitlist', ada);
      const earlierSession = tab.session.copy();
      await tab.forgetDrafts();
      tab.end();

      await maintain(await typeAndLeave(earlierSession));
      expect(await readDisk()).toEqual([careersText]);
    });
  });

  test('the disk gets no draft that is forgotten before its turn to be written', async () => {
    await openApp();
    const { createDraftDisk } = await import(
      '../../../src/forms/draft-disk.ts'
    );
    const disk = createDraftDisk();
    disk.saveSoon('waitlist', { id: 'id', typed: ada, revision: 1 });
    void disk.write();
    disk.discardChanges();
    await disk.write();
    expect(await readDisk()).toEqual([]);
  });

  test('a draft that its window removes is deleted from the disk', async () => {
    await typeAndKill();
    const window = await openApp();
    await readText(window);
    window.drafts.remove('waitlist');
    await waitFor(async () => expect(await readDisk()).toEqual([]));
  });

  test('a window that was killed after a submit offers nothing', async () => {
    const window = await typeAndKill();
    device.handedOver.add(window.drafts.get('waitlist')?.id ?? '');
    expect(await readText(await openApp())).toBeUndefined();
    await waitFor(async () => expect(await readDisk()).toEqual([]));
    const restored = await openApp({ session: window.session });
    expect(await readText(restored)).toBeUndefined();
  });

  test('of two copies, the one with more changes is shown', async () => {
    const window = await openApp();
    await readText(window);
    window.drafts.save('waitlist', ada);
    const session = window.session.copy();
    window.drafts.save('waitlist', bea);
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitForDisk();
    window.end();
    expect(await readText(await openApp({ session }))).toEqual(bea);
  });

  test('a change that did not reach the disk is shown, and reaches it then', async () => {
    const window = await typeAndKill();
    const { session } = window;
    const tab = await device.openWindow({ session });
    session.removeItem('pear-window');
    await readText(tab);
    tab.drafts.save('waitlist', bea);
    tab.end();

    const nextWindow = await openApp({ session });
    expect(await readText(nextWindow)).toEqual(bea);
    nextWindow.events.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await readDisk()).toEqual([bea]));
  });

  test('a text reaches the disk a second after its first letter, with no event', async () => {
    const window = await openApp();
    await readText(window);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    window.drafts.save('waitlist', { email: 'a' });
    await vi.advanceTimersByTimeAsync(999);
    window.drafts.save('waitlist', ada);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await waitForDisk();
    expect(await readDisk()).toEqual([ada]);
  });

  test('a window that may not use sessionStorage is a window of the app, too', async () => {
    device.allowsSession = false;
    await typeAndKill();
    expect(await readDisk()).toEqual([ada]);
  });

  test('early input is added to the newer of two copies', async () => {
    const window = await openApp();
    await readText(window);
    window.drafts.save('waitlist', { email: 'a' });
    const session = window.session.copy();
    window.drafts.save('waitlist', ada);
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitForDisk();
    window.end();
    const { id } = window.drafts.get('waitlist') ?? {};
    const early = JSON.stringify({ id, loads: { 1: bea } });
    session.setItem('pear-early-waitlist', early);
    expect(await readText(await openApp({ session }))).toEqual({
      email: `${ada.email} ${bea.email}`,
    });
  });

  test('a window with a draft takes over no other draft', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', bea);
    window.end();
    await typeAndKill();
    expect(await readText(await openApp({ session: window.session }))).toEqual(
      bea,
    );
  });

  test('the disk has no text that was submitted, or that has got another id', async () => {
    const window = await openApp();
    await readText(window);
    const save = () =>
      window.events.dispatchEvent(new Event('visibilitychange'));
    await window.drafts.handOver('waitlist', ada);
    save();
    await waitFor(async () => expect(await readDisk()).toEqual([ada]));
    window.drafts.save('waitlist', bea);
    save();
    await waitFor(async () => expect(await readDisk()).toEqual([bea]));
    await submit(window, bea);
    await waitFor(async () => expect(await readDisk()).toEqual([]));
  });

  test('a window in full screen is still a window of the app', async () => {
    const window = await openApp();
    const { session } = window;
    await readText(window);
    const nextWindow = await reload(window, { isStandalone: false });
    await readText(nextWindow);
    nextWindow.drafts.save('waitlist', ada);
    nextWindow.events.dispatchEvent(new Event('visibilitychange'));
    await waitForDisk();
    nextWindow.end();
    expect(session['pear-window']).toBe('app');
    expect(await readText(await openApp())).toEqual(ada);
  });

  test('the text of a browser tab never reaches the disk', async () => {
    const tab = await device.openWindow();
    tab.drafts.save('waitlist', ada);
    const nextPage = await reload(tab);
    await readText(nextPage);
    nextPage.events.dispatchEvent(new Event('visibilitychange'));
    await typeAndKill(bea);
    expect(await readDisk()).toEqual([bea]);
  });

  test('a text reaches the disk when its page is left', async () => {
    const window = await openApp();
    await readText(window);
    // The timer that saves a text never ends.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    window.drafts.save('waitlist', ada);
    window.events.dispatchEvent(new Event('pagehide'));
    vi.useRealTimers();
    await waitForDisk();
  });

  test('a form takes over no draft of another form', async () => {
    await typeAndKill();
    const { drafts } = await openApp();
    expect(await drafts.open('careers', 'careers')).toBeUndefined();
  });

  test('a draft of a killed window gets another id if it has changed since its submit', async () => {
    const window = await openApp();
    await readText(window);
    const id = await window.drafts.handOver('waitlist', ada);
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitForDisk();
    window.end();

    const nextWindow = await openApp();
    expect(await readText(nextWindow)).toEqual(ada);
    expect(await nextWindow.drafts.handOver('waitlist', bea)).not.toBe(id);
  });

  test('a draft that was typed after "Forget me" is shown after a kill', async () => {
    await (await openApp()).forgetDrafts();
    await typeAndKill();
    expect(await readText(await openApp())).toEqual(ada);
  });

  test('a browser tab takes over no draft of the app', async () => {
    await typeAndKill();
    const tab = await device.openWindow();
    expect(await readText(tab)).toBeUndefined();
    expect(await tab.hasDrafts()).toBe(true);
  });

  test('early input is added to the draft of a killed window, which does not come back', async () => {
    await typeAndKill();
    const window = await openApp();
    const early = { id: 'early', loads: { 1: bea } };
    window.session.setItem('pear-early-waitlist', JSON.stringify(early));
    const joined = { email: `${ada.email} ${bea.email}` };
    expect(await readText(window)).toEqual(joined);
    expect(await submit(window, joined)).toBe('early');
    window.end();
    expect(await readText(await openApp())).toBeUndefined();
  });

  test('a clock that was a year behind and is corrected deletes no draft', async () => {
    await typeAndKill();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * day });
    const window = await openApp();
    const { deleteExpiredDrafts } = await import(
      '../../../src/forms/draft-transactions.ts'
    );
    await deleteExpiredDrafts([], 0);
    expect(await readText(window)).toEqual(ada);
  });

  test('early input of this page load replaces the draft of a killed window, and has the text of both', async () => {
    await typeAndKill();
    const window = await openApp();
    const loads = { [performance.timeOrigin]: bea };
    const early = { id: 'early', loads };
    window.session.setItem('pear-early-waitlist', JSON.stringify(early));
    const joined = { email: `${ada.email} ${bea.email}` };
    expect(await readText(window)).toEqual(joined);
    expect(window.drafts.get('waitlist')?.id).toBe('early');
    window.events.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await readDisk()).toEqual([joined]));
  });

  test('drafts in localStorage, from before drafts had ids, are taken over once', async () => {
    const stored = JSON.stringify({ typed: ada, at: Date.now() });
    device.local.setItem('pear-draft-waitlist', stored);
    const window = await openApp();
    expect(await readText(window)).toEqual(ada);
    expect(device.local).not.toHaveProperty('pear-draft-waitlist');
    expect(await readText(await openApp())).toBeUndefined();
  });
});

function breakDisk() {
  const open = () => {
    throw new DOMException('Broken by the test', 'UnknownError');
  };
  vi.stubGlobal('indexedDB', { open });
}

describe('"Forget me"', () => {
  test('deletes drafts in localStorage that no window has taken over', async () => {
    const stored = JSON.stringify({ typed: ada, at: Date.now() });
    device.local.setItem('pear-draft-waitlist', stored);
    const window = await device.openWindow();
    await window.forgetDrafts();
    expect(device.local).not.toHaveProperty('pear-draft-waitlist');
  });

  test('reaches the other windows before it is done', async () => {
    const window = await device.openWindow();
    const otherWindow = await device.openWindow();
    await otherWindow.drafts.maintain(0);
    otherWindow.drafts.save('careers', { name: 'Ada' });
    const forget = vi.fn();
    otherWindow.drafts.onForget(forget);
    expect(await window.hasDrafts()).toBe(true);

    await window.forgetDrafts();
    expect(forget).toHaveBeenCalledOnce();
    expect(otherWindow.drafts.get('careers')).toBeUndefined();
    expect(otherWindow.session).toEqual({});
    expect(await window.hasDrafts()).toBe(false);
    expect(device.lockNames()).toEqual([]);
  });

  test('a session that is restored later shows nothing from before', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const session = window.session.copy();
    const local = device.local.copy();
    local.setItem('pear_user_email', ada.email);
    local.setItem('pear_analytics', 'yes');
    await window.forgetDrafts();
    window.end();

    vi.stubGlobal('localStorage', local);
    const restored = await device.openWindow({ session });
    expect(await readText(restored)).toBeUndefined();
    expect(session).toEqual({});
    expect(local).not.toHaveProperty('pear_user_email');
    expect(local.pear_analytics).toBe('no');
  });

  test.each([
    { disk: 'a disk that works', prepareDisk: () => undefined },
    { disk: 'a disk that fails', prepareDisk: breakDisk },
  ])(
    'with $disk reaches a window that is about to show a draft',
    async ({ prepareDisk }) => {
      const window = await device.openWindow();
      window.drafts.save('waitlist', ada);
      prepareDisk();

      const otherWindow = await reload(window);
      let answer: () => void = () => undefined;
      device.outboxAnswer = new Promise((resolve) => {
        answer = resolve;
      });

      const textPromise = readText(otherWindow);
      await otherWindow.forgetDrafts();
      answer();

      expect(await textPromise).toBeUndefined();
      expect(otherWindow.drafts.get('waitlist')).toBeUndefined();
    },
  );

  test('deletes nothing that is neither a draft nor early input', async () => {
    const window = await device.openWindow();
    window.session.setItem('of another script', 'text');
    expect(await window.hasDrafts()).toBe(false);
    window.session.setItem('pear-early-waitlist', '{}');
    expect(await window.hasDrafts()).toBe(true);
    await window.forgetDrafts();
    expect(window.session).toEqual({ 'of another script': 'text' });
  });

  test('what is typed afterwards is kept', async () => {
    const window = await device.openWindow();
    await window.forgetDrafts();
    window.drafts.save('waitlist', ada);
    expect(await readText(await reload(window))).toEqual(ada);
  });
});

describe('the back-forward cache', () => {
  const leave = ({ events }: FakeWindow) => {
    events.dispatchEvent(new Event('beforeunload'));
    events.dispatchEvent(new Event('pagehide'));
  };
  const comeBack = ({ events }: FakeWindow) =>
    events.dispatchEvent(
      Object.assign(new Event('pageshow'), { persisted: true }),
    );

  test('a page that leaves holds no lock, and requests it again when it comes back', async () => {
    const window = await device.openWindow();
    await readText(window);
    window.drafts.save('waitlist', ada);
    expect(device.lockNames()).toHaveLength(1);
    leave(window);
    await waitFor(() => expect(device.lockNames()).toEqual([]));
    comeBack(window);
    expect(await readText(window)).toEqual(ada);
    expect(device.lockNames()).toHaveLength(1);
  });

  test('a page that comes back does not show what another page of its tab has submitted', async () => {
    const window = await device.openWindow();
    await readText(window);
    window.drafts.save('waitlist', ada);
    leave(window);
    const nextPage = await device.openWindow({ session: window.session });
    await readText(nextPage);
    await submit(nextPage, ada);
    leave(nextPage);
    comeBack(window);
    expect(await readText(window)).toBeUndefined();
  });

  test('a page that leaves without `beforeunload`, as on iOS, holds no lock', async () => {
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    window.events.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(device.lockNames()).toEqual([]));
  });

  test('a page that the visitor does not leave after `beforeunload` takes its locks again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const { id } = window.drafts.get('waitlist') ?? {};
    window.events.dispatchEvent(new Event('beforeunload'));
    await waitFor(() => expect(device.lockNames()).toEqual([]));
    await vi.advanceTimersByTimeAsync(1000);
    expect(device.lockNames()).toEqual([`pear-draft-${id}`]);
    expect(window.drafts.get('waitlist')?.id).toBe(id);
  });

  test('a page that the visitor does not leave gives its text another id if another window has taken the draft', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const window = await device.openWindow();
    window.drafts.save('waitlist', ada);
    const { id } = window.drafts.get('waitlist') ?? {};
    window.events.dispatchEvent(new Event('beforeunload'));
    await vi.advanceTimersByTimeAsync(0);
    const duplicate = await device.openWindow({
      session: window.session.copy(),
    });
    await readText(duplicate);
    await vi.advanceTimersByTimeAsync(1000);
    expect(duplicate.drafts.get('waitlist')?.id).toBe(id);
    expect(window.drafts.get('waitlist')?.id).not.toBe(id);
  });
});

describe('broken storage', () => {
  test('a page keeps its drafts if storage is full, also after the back-forward cache', async () => {
    const session = new FakeStorage();
    session.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    const window = await device.openWindow({ session });
    expect(await readText(window)).toBeUndefined();
    window.drafts.save('waitlist', ada);
    const pageShow = Object.assign(new Event('pageshow'), { persisted: true });
    window.events.dispatchEvent(pageShow);
    expect(await readText(window)).toEqual(ada);
    expect(await window.hasDrafts()).toBe(true);
    await window.forgetDrafts();
    expect(await readText(window)).toBeUndefined();
  });

  test('a page keeps its drafts and forgets them if the browser forbids storage, locks and channels', async () => {
    device.allowsSession = false;
    device.allowsLocks = false;
    device.allowsChannels = false;
    const forbid = () => {
      throw new DOMException('', 'SecurityError');
    };
    const window = await device.openWindow();
    vi.stubGlobal(
      'localStorage',
      new Proxy({}, { get: forbid, ownKeys: forbid }),
    );
    expect(await readText(window)).toBeUndefined();
    expect(await window.hasDrafts()).toBe(false);
    window.drafts.save('waitlist', ada);
    window.drafts.save('careers', { name: 'Ada' });
    expect(await readText(window)).toEqual(ada);
    expect(await window.hasDrafts()).toBe(true);
    window.drafts.remove('waitlist');
    expect(await readText(window)).toBeUndefined();
    await window.forgetDrafts();
    expect(await window.hasDrafts()).toBe(false);
  });

  test('a window of the installed app shows its draft even if the database does not open', async () => {
    const window = await device.openWindow({ isStandalone: true });
    window.drafts.save('waitlist', ada);
    breakDisk();
    const nextWindow = await reload(window, { isStandalone: true });
    expect(await readText(nextWindow)).toEqual(ada);
    nextWindow.drafts.save('waitlist', bea);
    expect(await readText(nextWindow)).toEqual(bea);
  });

  test('a window of the installed app shows its draft after waiting for a database that never opens', async () => {
    const window = await device.openWindow({ isStandalone: true });
    window.drafts.save('waitlist', ada);
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() });
    const nextWindow = await reload(window, { isStandalone: true });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const textPromise = readText(nextWindow);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await textPromise).toEqual(ada);
  });

  test.each(['{"typed":{"name":1}}', '{"typed":5}', '[3]', 'null', '{', '7'])(
    'the damaged draft %s is no draft',
    async (text) => {
      const session = new FakeStorage();
      session.setItem('pear-draft-waitlist', text);
      session.setItem('pear-early-waitlist', text);
      const window = await device.openWindow({ session });
      expect(await readText(window)).toBeUndefined();
    },
  );
});

test('an empty draft is deleted', async () => {
  const window = await device.openWindow();
  window.drafts.save('waitlist', ada);
  expect(await window.hasDrafts()).toBe(true);
  window.drafts.save('waitlist', undefined);
  expect(await window.hasDrafts()).toBe(false);
  expect(window.session).toEqual({});
});

test("a tab's draft from before drafts had ids is read, under the id of its submit", async () => {
  const session = new FakeStorage();
  const submitted = { id: 'submitted', values: ada };
  const stored = JSON.stringify({
    typed: { ...ada, ...blank, ...ada },
    submitted,
  });
  session.setItem('pear-draft-waitlist', stored);
  const window = await device.openWindow({ session });
  expect(await readText(window)).toEqual(ada);
  expect(await window.drafts.handOver('waitlist', ada)).toBe('submitted');
});

describe('the age of a draft', () => {
  const stored = {
    id: 'id',
    name: 'waitlist',
    typed: ada,
    revision: 1,
    age: 0,
    seenAt: 0,
  };

  test.each([
    ['an hour', 3_600_000, 0, 3_600_000],
    ['a month without a visit, which counts as a day', 30 * day, 0, day],
    ['a clock that was set back', -day, 0, 0],
    ['a clock that was set forward, as far as that is known', day, 1, 0],
  ])('grows by %s', async (_, now, trustedSince, age) => {
    const { countAge } = await import(
      '../../../src/forms/draft-transactions.ts'
    );
    expect(countAge(stored, now, trustedSince)).toEqual({
      ...stored,
      age,
      seenAt: now,
    });
  });

  test('a page deletes drafts that are older than seven days, unless a window shows them', async () => {
    await device.openWindow();
    const { deleteExpiredDrafts, listDrafts } = await import(
      '../../../src/forms/draft-transactions.ts'
    );
    const { visitorDatabase } = await import(
      '../../../src/visitor/visitor-database.ts'
    );
    const ages = { new: 7 * day, old: 7 * day + 1, shown: 8 * day };
    await visitorDatabase.write(async (tx) => {
      for (const [id, age] of Object.entries(ages)) {
        const draft = { ...stored, id, age, seenAt: Date.now() + day };
        await tx.objectStore('drafts').put(draft);
      }
    });

    await deleteExpiredDrafts(['shown'], 0);
    // A window of an earlier test may store its draft only now.
    const ids = (await listDrafts()).map(({ id }) => id);
    expect(ids.filter((id) => id in ages).sort()).toEqual(['new', 'shown']);
  });
});
