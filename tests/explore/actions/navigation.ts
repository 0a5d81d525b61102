import assert from 'node:assert';
import { skipLinkText } from '../../../src/content/navigation.ts';
import { notices } from '../../../src/content/notices.ts';
import {
  changeHash,
  checkForUpdate,
  choose,
  follow,
  go,
  hasWorker,
} from '../../support/gestures.ts';
import { saysRefused } from '../judge.ts';
import { action, openTab, poll } from '../session.ts';
import type { Snapshot } from '../snapshot.ts';
import { isFree } from './form.ts';

/** Closes the sheet or the menu, by a button or the Escape key. */
export const close = (what: 'sheet' | 'menu', by: string) =>
  action(
    by === 'Escape' ? 'presses Escape' : `presses '${by}'`,
    async (visited) => {
      if (by === 'Escape') await visited.tab.keyboard.press('Escape');
      else await visited.press(by);
      await visited.waitFor((snapshot) => !snapshot[what]);
    },
    ({ snapshot: { [what]: shown, sheet, forget } }) => {
      // Escape first cancels a confirmation, and the sheet stays open.
      const items = sheet?.items ?? [];
      const isConfirming =
        forget.isConfirming || items.some((one) => one.isConfirming);
      return Boolean(shown) && !(by === 'Escape' && isConfirming);
    },
  );

export const openMenu = action(
  'opens the menu',
  async (visited) => {
    await visited.press('Menu');
    await visited.waitFor(({ menu }) => menu);
  },
  isFree,
);

export const skipToContent = action(
  'skips to the content',
  async (visited) => {
    const before = visited.snapshot;
    await visited.press(skipLinkText);
    await visited.waitFor(({ focus }) => focus.startsWith('main'));
    const { entry, form } = visited.snapshot;
    assert.equal(entry, before.entry, 'The address has changed');
    // A refusal may have restored the form, whose text appears later.
    const isSame = form?.isKnown === before.form?.isKnown;
    if (!form || !before.form || form.edits || !isSame) return;
    assert.deepEqual(form, before.form, 'The form has changed');
  },
  isFree,
);

/** Presses links in quick succession. The last link decides the page. */
export const link = (links: number[], pause = 0) =>
  action(
    `presses ${links.map((index) => `link ${index + 1}`).join(' and ')}`,
    async (visited, session) => {
      const before = visited.snapshot;
      const to = await visited.tab.evaluate(follow, { links, pause });
      visited.recordNavigation(to);
      await visited.waitFor(({ path, entry, menu, focus }) => {
        const isThere = path === to && entry !== before.entry;
        return isThere && !menu && focus.startsWith('h1');
      });
      const added = visited.snapshot.entries - before.entries;
      const limit = new Set(links).size;
      assert(added <= limit, `${added} history entries by ${limit} links`);
      session.steps.push(`${session.steps.pop()}, to ${to}`);
      return 'moved';
    },
    ({ snapshot: { sheet, links } }) => !sheet && links.length > 0,
  );

export const visit = (path: string) =>
  action(`loads ${path}`, async (visited, session) => {
    visited.recordNavigation(path);
    await visited.tab.goto(session.network.origin + path);
    await visited.refresh();
    return 'moved';
  });

export const reload = action('reloads', async (visited) => {
  await visited.tab.reload();
  await visited.refresh();
  return 'moved';
});

export const traverse = (where: 'back' | 'forward') =>
  action(
    `goes ${where}`,
    async (visited) => {
      const by = where === 'back' ? -1 : 1;
      const before = visited.snapshot;
      await visited.tab.evaluate(go, by);
      await visited.waitFor(({ document, entry, path, focus }) => {
        if (document !== before.document) return true;
        // The focus stays if only the hash changes.
        const isSamePage = path === before.path;
        return entry !== before.entry && (isSamePage || focus.startsWith('h1'));
      });
      visited.back += by;
      visited.forward -= by;
      return 'moved';
    },
    (visited) => visited[where] > 0,
  );

export const choice = (index: number) =>
  action(
    `presses choice ${index + 1}`,
    async (visited) => {
      const before = visited.snapshot.choices;
      await visited.tab.evaluate(choose, index);
      await visited.waitFor(({ choices }) => choices !== before);
      const { key, choices = '' } = visited.snapshot;
      if (key) visited.choices.set(key, choices);
    },
    (visited) => isFree(visited) && visited.snapshot.choices !== undefined,
  );

export const hash = action(
  'changes the hash',
  async (visited) => {
    const before = visited.snapshot;
    await visited.tab.evaluate(changeHash);
    const now = await visited.refresh();
    visited.back += 1;
    visited.forward = 0;
    // Both history entries now show one page, so the stored choices may differ.
    visited.choices.delete(before.key);
    // A refusal may restore the form at any time.
    if (saysRefused(now) && !saysRefused(before)) return;
    const stateOf = ({ document, path, focus, choices, thanks }: Snapshot) =>
      JSON.stringify([document, path, focus, choices, thanks?.text], null, 2);
    assert.equal(stateOf(now), stateOf(before));
    return 'elsewhere';
  },
  isFree,
);

export const open = (path: string) =>
  action(
    `opens ${path} in a new tab`,
    async (_, session) => {
      await openTab(session, path);
      return 'elsewhere';
    },
    (_, { tabs }) => tabs.length < 3,
  );

export const closeTab = action(
  'closes the tab',
  async (visited, session) => {
    session.tabs.splice(session.tabs.indexOf(visited), 1);
    await visited.tab.close();
    return 'elsewhere';
  },
  (_, { tabs }) => tabs.length > 1,
);

export const newVersion = action(
  'finds a new version',
  async (visited, session) => {
    session.versions += 1;
    session.network.inject('worker', `/* ${session.versions} */`);
    const isReported = async () => {
      const isWaiting = await visited.tab.evaluate(hasWorker, 'waiting');
      // The network may fail while the worker installs.
      if (!isWaiting) await visited.tab.evaluate(checkForUpdate);
      const { notices: shown } = await visited.refresh();
      return isWaiting && shown.includes(notices.update);
    };
    await poll(isReported).toBe(true);
    return 'elsewhere';
  },
  (_, { isCut }) => !isCut,
);

export const update = action(
  "presses 'Reload'",
  async (visited) => {
    const before = visited.snapshot.document;
    await visited.press('Reload');
    await visited.waitFor(({ document }) => document !== before);
    return 'moved';
  },
  (visited) =>
    isFree(visited) && visited.snapshot.notices.includes(notices.update),
);
