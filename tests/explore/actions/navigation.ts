import assert from 'node:assert';
import { skipLinkText } from '../../../src/content/navigation.ts';
import { noticeTexts } from '../../../src/content/notices.ts';
import {
  changeHash,
  checkForUpdate,
  clickToggle,
  follow,
  goInHistory,
  hasWorker,
} from '../../support/gestures.ts';
import { saysRefused } from '../judge.ts';
import {
  type Action,
  action,
  always,
  isUncovered,
  openTab,
  poll,
  type Visit,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';

/** Closes the unsent dialog or the menu, by a button or the Escape key. */
export function close(what: 'dialog' | 'menu', control: string) {
  const isEscape = control === 'Escape';
  return action(
    `presses '${control}'`,
    // During a confirmation, Escape only cancels the confirmation.
    ({ snapshot: { [what]: shown, isConfirming } }) =>
      Boolean(shown) && !(isEscape && isConfirming),
    async (visit) => {
      if (isEscape) await visit.tab.keyboard.press('Escape');
      else await visit.press(control);
      await visit.waitFor((snapshot) => !snapshot[what]);
    },
  );
}

export const openMenu = action('opens the menu', isUncovered, async (visit) => {
  await visit.press('Menu');
  await visit.waitFor(({ menu }) => menu);
});

export const skipToMain = action('presses Skip', isUncovered, async (visit) => {
  const before = visit.snapshot;
  await visit.press(skipLinkText);
  await visit.waitFor(({ focus }) => focus.startsWith('main'));
  const { entry, form } = visit.snapshot;
  assert.equal(entry, before.entry, 'The address has changed');
  // When a message is refused, the form appears before its text is filled in.
  const isSame = form?.isEmailRemembered === before.form?.isEmailRemembered;
  if (!form || !before.form || form.editedId || !isSame) return;
  assert.deepEqual(form, before.form, 'The form has changed');
});

/** Presses links in quick succession, and expects the page of the last link. */
export function pressLinks(links: number[], pause = 0) {
  const name = `presses links ${links.map((index) => index + 1).join(' and ')}`;
  const canPressLinks = ({ snapshot }: Visit) => !snapshot.dialog;
  return action(name, canPressLinks, async (visit, session) => {
    const before = visit.snapshot;
    const targetPath = await visit.tab.evaluate(follow, { links, pause });
    visit.recordNavigation(targetPath);
    await visit.waitFor(({ path, entry, menu, focus }) => {
      const hasArrived = path === targetPath && entry !== before.entry;
      return hasArrived && !menu && focus.startsWith('h1');
    });
    const addedEntries = visit.snapshot.entries - before.entries;
    const limit = new Set(links).size;
    assert(addedEntries <= limit, `${addedEntries} entries by ${limit} links`);
    session.steps.push(`${session.steps.pop()}, to ${targetPath}`);
    return 'moved';
  });
}

export const loadPage = (path: string) =>
  action(`loads ${path}`, always, async (visit, session) => {
    visit.recordNavigation(path);
    await visit.tab.goto(session.network.origin + path);
    await visit.refresh();
    return 'moved';
  });

export const reload = action('reloads', always, async (visit) => {
  await visit.tab.reload();
  await visit.refresh();
  return 'moved';
});

export function traverse(where: 'back' | 'forward') {
  const delta = where === 'back' ? -1 : 1;
  const canTraverse = (visit: Visit) => visit[where] > 0;
  return action(`goes ${where}`, canTraverse, async (visit) => {
    const before = visit.snapshot;
    await visit.tab.evaluate(goInHistory, delta);
    await visit.waitFor(({ loadedAt, entry, path, focus }) => {
      if (loadedAt !== before.loadedAt) return true;
      // The focus stays if only the hash changes.
      const isSamePage = path === before.path;
      return entry !== before.entry && (isSamePage || focus.startsWith('h1'));
    });
    visit.back += delta;
    visit.forward -= delta;
    return 'moved';
  });
}

const canChoose = (visit: Visit) =>
  isUncovered(visit) && visit.snapshot.choices !== undefined;
export const pressChoice = (index: number) =>
  action(`presses choice ${index + 1}`, canChoose, async (visit) => {
    const before = visit.snapshot.choices;
    await visit.tab.evaluate(clickToggle, index);
    await visit.waitFor(({ choices }) => choices !== before);
    const { key, choices = '' } = visit.snapshot;
    if (key) visit.choices.set(key, choices);
  });

export const setHash = action('sets the hash', isUncovered, async (visit) => {
  const before = visit.snapshot;
  await visit.tab.evaluate(changeHash);
  const now = await visit.refresh();
  visit.back += 1;
  visit.forward = 0;
  // Back keeps this page, so the earlier entry may show choices that are made later.
  visit.choices.delete(before.key);
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
  async (visit, { tabs }) => {
    tabs.splice(tabs.indexOf(visit), 1);
    await visit.tab.close();
    return 'elsewhere';
  },
);

export const findNewVersion = action(
  'finds a new version',
  (_, { isCut }) => !isCut,
  async (visit, session) => {
    session.hasNewVersion = true;
    session.network.inject('worker', '/* newer */');
    const isUpdateReported = async () => {
      const isWaiting = await visit.tab.evaluate(hasWorker, 'waiting');
      // The network may fail while the worker installs.
      if (!isWaiting) await visit.tab.evaluate(checkForUpdate);
      const { notices: shown } = await visit.refresh();
      return isWaiting && shown.includes(noticeTexts.update);
    };
    await poll(isUpdateReported).toBe(true);
    return 'elsewhere';
  },
);

const canUpdate = (visit: Visit) =>
  isUncovered(visit) && visit.snapshot.notices.includes(noticeTexts.update);
export const update = action("presses 'Reload'", canUpdate, async (visit) => {
  const before = visit.snapshot.loadedAt;
  await visit.press('Reload');
  await visit.waitFor(({ loadedAt }) => loadedAt !== before);
  return 'moved';
});
