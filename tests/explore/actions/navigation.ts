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
import {
  type Action,
  action,
  always,
  isFree,
  openTab,
  poll,
  type VisitedTab,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';

/** Closes the unsent dialog or the menu, by a button or the Escape key. */
export function close(what: 'sheet' | 'menu', by: string) {
  const isEscape = by === 'Escape';
  return action(
    `presses '${by}'`,
    // During a confirmation, Escape only cancels the confirmation.
    ({ snapshot: { [what]: shown, isConfirming } }) =>
      Boolean(shown) && !(isEscape && isConfirming),
    async (visited) => {
      if (isEscape) await visited.tab.keyboard.press('Escape');
      else await visited.press(by);
      await visited.waitFor((snapshot) => !snapshot[what]);
    },
  );
}

export const openMenu = action('opens the menu', isFree, async (visited) => {
  await visited.press('Menu');
  await visited.waitFor(({ menu }) => menu);
});

export const skipToMain = action('skips to main', isFree, async (visited) => {
  const before = visited.snapshot;
  await visited.press(skipLinkText);
  await visited.waitFor(({ focus }) => focus.startsWith('main'));
  const { entry, form } = visited.snapshot;
  assert.equal(entry, before.entry, 'The address has changed');
  // After a refusal, the page restores the form first, and fills in its text later.
  const isSame = form?.isKnown === before.form?.isKnown;
  if (!form || !before.form || form.edits || !isSame) return;
  assert.deepEqual(form, before.form, 'The form has changed');
});

/** Presses links in quick succession, and expects the page of the last link. */
export function link(links: number[], pause = 0) {
  const name = `presses links ${links.map((index) => index + 1).join(' and ')}`;
  const canPress = ({ snapshot }: VisitedTab) => !snapshot.sheet;
  return action(name, canPress, async (visited, session) => {
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
  });
}

export const visit = (path: string) =>
  action(`loads ${path}`, always, async (visited, session) => {
    visited.recordNavigation(path);
    await visited.tab.goto(session.network.origin + path);
    await visited.refresh();
    return 'moved';
  });

export const reload = action('reloads', always, async (visited) => {
  await visited.tab.reload();
  await visited.refresh();
  return 'moved';
});

export function traverse(where: 'back' | 'forward') {
  const by = where === 'back' ? -1 : 1;
  const can = (visited: VisitedTab) => visited[where] > 0;
  return action(`goes ${where}`, can, async (visited) => {
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
  });
}

const canChoose = (visited: VisitedTab) =>
  isFree(visited) && visited.snapshot.choices !== undefined;
export const choice = (index: number) =>
  action(`presses choice ${index + 1}`, canChoose, async (visited) => {
    const before = visited.snapshot.choices;
    await visited.tab.evaluate(choose, index);
    await visited.waitFor(({ choices }) => choices !== before);
    const { key, choices = '' } = visited.snapshot;
    if (key) visited.choices.set(key, choices);
  });

export const hash = action('changes the hash', isFree, async (visited) => {
  const before = visited.snapshot;
  await visited.tab.evaluate(changeHash);
  const now = await visited.refresh();
  visited.back += 1;
  visited.forward = 0;
  // Back keeps this page, so the earlier entry may show choices that are made later.
  visited.choices.delete(before.key);
  // A refusal may restore the form at any time.
  if (saysRefused(now) && !saysRefused(before)) return;
  const stateOf = ({ page, focus, choices, thanks }: Snapshot) =>
    [page, focus, choices, thanks?.text].join('\n');
  assert.equal(stateOf(now), stateOf(before));
  return 'elsewhere';
});

const canOpen: Action['can'] = (_, { tabs }) => tabs.length < 3;
export const open = (path: string) =>
  action(`opens ${path} in a new tab`, canOpen, async (_, session) => {
    await openTab(session, path);
    return 'elsewhere';
  });

export const closeTab = action(
  'closes the tab',
  (_, { tabs }) => tabs.length > 1,
  async (visited, { tabs }) => {
    tabs.splice(tabs.indexOf(visited), 1);
    await visited.tab.close();
    return 'elsewhere';
  },
);

export const newVersion = action(
  'finds a new version',
  (_, { isCut }) => !isCut,
  async (visited, session) => {
    session.hasNewVersion = true;
    session.network.inject('worker', '/* newer */');
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
);

const canUpdate = (visited: VisitedTab) =>
  isFree(visited) && visited.snapshot.notices.includes(notices.update);
export const update = action("presses 'Reload'", canUpdate, async (visited) => {
  const before = visited.snapshot.document;
  await visited.press('Reload');
  await visited.waitFor(({ document }) => document !== before);
  return 'moved';
});
