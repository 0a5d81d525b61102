import assert from 'node:assert';
import { skipLinkText } from '../../../src/content/navigation.ts';
import { noticeTexts } from '../../../src/content/notices.ts';
import { goInHistory } from '../../support/engines/engine.ts';
import {
  changeHash,
  checkForUpdate,
  clickToggle,
  followLinks,
  hasWorker,
} from '../../support/gestures.ts';
import { closeVisit } from '../app-texts.ts';
import { isRefusalShown } from '../judge.ts';
import {
  type Action,
  createAction,
  hasNoOverlay,
  isAlwaysPossible,
  openAppWindow,
  openTab,
  poll,
  type Visit,
} from '../session.ts';
import type { Snapshot } from '../snapshot.ts';

/** Closes the unsent dialog or the menu, by a button or the Escape key. */
export function close(surface: 'dialog' | 'menu', control: string) {
  const isEscape = control === 'Escape';

  return createAction(
    `presses '${control}'`,
    // During a confirmation, Escape only cancels the confirmation.
    ({ snapshot: { [surface]: shown, isConfirming } }) =>
      Boolean(shown) && !(isEscape && isConfirming),
    async (visit) => {
      if (isEscape) await visit.tab.keyboard.press('Escape');
      else await visit.press(control);
      await visit.waitFor((snapshot) => !snapshot[surface]);
    },
  );
}

export const openMenuAction = createAction(
  'opens the menu',
  hasNoOverlay,
  async (visit) => {
    await visit.press('Menu');
    await visit.waitFor(({ menu }) => menu);
  },
);

export const skipToMainAction = createAction(
  'presses Skip',
  hasNoOverlay,
  async (visit) => {
    const oldSnapshot = visit.snapshot;
    await visit.press(skipLinkText);
    await visit.waitFor(({ focus }) => focus.startsWith('main'));

    const { entry, form } = visit.snapshot;
    assert.equal(entry, oldSnapshot.entry, 'The address has changed');

    // An edit that loads late, or a refusal, may still change the form.
    const isSameState =
      form?.isEmailRemembered === oldSnapshot.form?.isEmailRemembered;
    if (!form || !oldSnapshot.form || form.editedId || !isSameState) return;
    assert.deepEqual(form, oldSnapshot.form, 'The form has changed');
  },
);

/** Presses links in quick succession, and expects the page of the last link. */
export function pressLinks(links: number[], pause = 0) {
  const linkNumbers = links.map((index) => index + 1);
  const actionName = `presses links ${linkNumbers.join(' and ')}`;
  const canPressLinks = ({ snapshot }: Visit) => !snapshot.dialog;

  return createAction(actionName, canPressLinks, async (visit, session) => {
    const oldSnapshot = visit.snapshot;
    const targetPath = await visit.tab.evaluate(followLinks, { links, pause });

    visit.recordNavigation(targetPath);
    await visit.waitFor(({ path, entry, menu, focus }) => {
      const hasArrived = path === targetPath && entry !== oldSnapshot.entry;
      return hasArrived && !menu && focus.startsWith('h1');
    });

    const addedCount = visit.snapshot.entries - oldSnapshot.entries;
    const linkCount = new Set(links).size;
    assert(
      addedCount <= linkCount,
      `${addedCount} entries by ${linkCount} links`,
    );

    session.steps.push(`${session.steps.pop()}, to ${targetPath}`);
    return 'moved';
  });
}

export const loadPage = (path: string) =>
  createAction(`loads ${path}`, isAlwaysPossible, async (visit, session) => {
    visit.recordNavigation(path);
    await visit.tab.goto(session.network.origin + path);
    await visit.refresh();
    return 'moved';
  });

export const reloadAction = createAction(
  'reloads',
  isAlwaysPossible,
  async (visit) => {
    await visit.tab.reload();
    await visit.refresh();
    return 'moved';
  },
);

export function traverse(direction: 'back' | 'forward') {
  const delta = direction === 'back' ? -1 : 1;
  const canTraverse = (visit: Visit) => visit[direction] > 0;
  return createAction(`goes ${direction}`, canTraverse, async (visit) => {
    const oldSnapshot = visit.snapshot;
    await goInHistory(visit.tab, direction);
    await visit.waitFor(({ loadedAt, entry, path, focus }) => {
      if (loadedAt !== oldSnapshot.loadedAt) return true;
      // The focus stays if only the hash changes.
      const isSamePage = path === oldSnapshot.path;
      return (
        entry !== oldSnapshot.entry && (isSamePage || focus.startsWith('h1'))
      );
    });

    visit.back += delta;
    visit.forward -= delta;
    return 'moved';
  });
}

const canChooseLink = (visit: Visit) =>
  hasNoOverlay(visit) && visit.snapshot.choices !== undefined;

export const pressToggle = (index: number) =>
  createAction(`presses choice ${index + 1}`, canChooseLink, async (visit) => {
    const choicesBefore = visit.snapshot.choices;
    await visit.tab.evaluate(clickToggle, index);
    await visit.waitFor(({ choices }) => choices !== choicesBefore);

    const { key, choices = '' } = visit.snapshot;
    if (key) visit.choices.set(key, choices);
  });

export const setHashAction = createAction(
  'sets the hash',
  hasNoOverlay,
  async (visit) => {
    const oldSnapshot = visit.snapshot;
    await visit.tab.evaluate(changeHash);
    const newSnapshot = await visit.refresh();

    visit.back += 1;
    visit.forward = 0;

    // Forgets the old entry's choices, because the new entry can change the same controls.
    visit.choices.delete(oldSnapshot.key);
    // The server's refusal may bring back the form at any time, which is no error.
    if (isRefusalShown(newSnapshot) && !isRefusalShown(oldSnapshot)) return;

    const getState = ({ page, focus, choices, thanks }: Snapshot) => {
      return { page, focus, choices, thanks: thanks?.text };
    };
    assert.deepEqual(getState(newSnapshot), getState(oldSnapshot));
    return 'elsewhere';
  },
);

const canOpenTab: Action['can'] = (_, { tabs }) => tabs.length < 3;

export const openNewTab = (path: string) =>
  createAction(`opens ${path} in a new tab`, canOpenTab, async (_, session) => {
    await openTab(session, path);
    return 'elsewhere';
  });

const canOpenAppWindow: Action['can'] = (visit, session) => {
  const { browser, hasInstalledApp, isCut } = session;
  // The browser installs an app from the network.
  const canInstall = browser.openApp !== undefined && !isCut;
  return canOpenTab(visit, session) && (hasInstalledApp || canInstall);
};

export const openApp = (path: string) =>
  createAction(
    `opens ${path} in a window of the app`,
    canOpenAppWindow,
    async (_, session) => {
      await openAppWindow(session, path);
      return 'elsewhere';
    },
  );

export const closeTabAction = createAction(
  'closes the tab or window',
  (_, { tabs }) => tabs.length > 1,
  async (visit, session) => {
    await closeVisit(session, visit);
    return 'elsewhere';
  },
);

export const updateCheckAction = createAction(
  'finds a new version',
  (_, { isCut }) => !isCut,
  async (visit, session) => {
    session.hasNewVersion = true;
    session.network.inject('worker', '/* newer */');

    const isUpdateReported = async () => {
      const isWaiting = await visit.tab.evaluate(hasWorker, 'waiting');
      // The network may have failed while the worker installed, so check again.
      if (!isWaiting) await visit.tab.evaluate(checkForUpdate);

      const { notices } = await visit.refresh();
      return isWaiting && notices.includes(noticeTexts.update);
    };

    await poll(isUpdateReported).toBe(true);
    return 'elsewhere';
  },
);

const canUpdate = (visit: Visit) =>
  hasNoOverlay(visit) && visit.snapshot.notices.includes(noticeTexts.update);
export const pressReloadAction = createAction(
  "presses 'Reload'",
  canUpdate,
  async (visit) => {
    const oldLoadedAt = visit.snapshot.loadedAt;
    await visit.press('Reload');
    await visit.waitFor(({ loadedAt }) => loadedAt !== oldLoadedAt);
    return 'moved';
  },
);
