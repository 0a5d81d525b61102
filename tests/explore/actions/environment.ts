import { dispatchOnline, readSessionStorage } from '../../support/gestures.ts';
import { transientFaults } from '../../support/network-faults.ts';
import { readDisk, recordLeftTexts } from '../app-texts.ts';
import {
  type Action,
  createAction,
  isAlwaysPossible,
  openAppWindow,
  openTab,
  poll,
  restoreTab,
  type Session,
  type Visit,
} from '../session.ts';

/** Defines an event that happens to the whole browser. */
const defineEvent = (name: string, run: (session: Session) => unknown) =>
  createAction(`(${name})`, isAlwaysPossible, async (_, session) => {
    await run(session);
    return 'elsewhere';
  });

export const offlineEvent = defineEvent(
  'the browser goes offline',
  async (session) => {
    session.network.cut();
    await session.browser.setOffline?.(true);
    session.isCut = true;
  },
);

export const networkCutEvent = defineEvent('the network is cut', (session) => {
  session.network.cut();
  session.isCut = true;
});

export const onlineEvent = defineEvent('the network returns', restoreNetwork);

async function restoreNetwork(session: Session): Promise<void> {
  session.network.restore();
  await session.browser.setOffline?.(false);
  session.isCut = false;
  await wakeAll(session);
}

/** Makes the pages of all tabs deliver. */
async function wakeAll({ tabs }: Session): Promise<void> {
  for (const { tab } of tabs) await tab.evaluate(dispatchOnline);
}

export const createFaultAction = (index: number) =>
  defineEvent(`each commit meets fault ${index + 1}`, ({ network }) =>
    network.fail(transientFaults[index] ?? { kind: 'reset' }),
  );

export const changeFaultsEvent = defineEvent(
  'commits meet different faults',
  ({ network }) =>
    network.failEach((commit) => {
      if (commit % 3 === 0) return undefined;
      return transientFaults[Math.floor(commit / 2) % transientFaults.length];
    }),
);

export const refusalEvent = defineEvent(
  'new records are refused',
  ({ network }) => network.refuseNew(),
);

export const commitHoldEvent = defineEvent('commits wait', ({ network }) =>
  network.hold(),
);
/** Leaves only one commit unanswered, because the page waits a full timeout for each. */
export const ignoredCommitEvent = defineEvent(
  'a commit is ignored',
  ({ network }) => network.fail({ kind: 'silence' }, 1),
);

/** Ends all faults, and makes each open page deliver. */
async function endAllFaults(session: Session): Promise<void> {
  session.network.heal();
  session.network.release();
  await restoreNetwork(session);
}

export const faultsEndEvent = defineEvent('all faults end', endAllFaults);

/** Waits until all submissions are sent, except refused and edited submissions. */
export async function deliverAll(session: Session): Promise<void> {
  await endAllFaults(session);
  const listUnsent = async () => {
    // Repeats the event, because a page may have missed it while loading.
    await wakeAll(session);

    const editedIds: (string | undefined)[] = [];
    for (const visit of session.tabs) {
      const { form } = await visit.refresh();
      if (form) editedIds.push(form.editedId, visit.acceptedId);
    }

    const storedRecords = (await session.tabs[0]?.readStore()) ?? [];
    return storedRecords.filter(
      ({ id, state }) => state === 'queued' && !editedIds.includes(id),
    );
  };

  await poll(listUnsent, 'unsent messages', [100, 300]).toEqual([]);
}

export const deliveryEvent = defineEvent(
  'all faults end, until all is sent',
  deliverAll,
);

export const workerKillEvent: Action = {
  ...defineEvent('the worker is killed', ({ browser }) =>
    browser.killWorker?.().catch(() => undefined),
  ),
  can: (_, { browser }) => browser.killWorker !== undefined,
};

/** Kills the browser and starts it again. Returns what it showed, and what its disk had. */
async function killBrowser(session: Session) {
  const { browser, tabs } = session;
  const visits = [...tabs];
  const diskTexts = await readDisk(session);
  await browser.kill?.();

  tabs.length = 0;
  if (!visits[0]?.snapshot.isOnline) await browser.setOffline?.(true);
  return { visits, diskTexts };
}

/** The text of tabs is lost too, because the browser restores no tab. */
export const browserKillEvent: Action = {
  ...defineEvent('the browser is killed and starts again', async (session) => {
    const { visits, diskTexts } = await killBrowser(session);
    await openLike(visits[0] as Visit, session);
    await recordLeftTexts(session, visits, diskTexts);
  }),
  can: (_, { browser }) => browser.kill !== undefined,
};

/** Opens the page of a killed tab or window again. */
function openLike({ snapshot, isApp }: Visit, session: Session) {
  return isApp
    ? openAppWindow(session, snapshot.path)
    : openTab(session, snapshot.path);
}

/**
 * Kills the browser, and opens its tabs again. Each tab gets the session storage that it
 * had before its last submit, because browsers write this storage late. The pages load
 * again, so they show no earlier status, and edit no submission. Windows of the app do not
 * come back.
 */
export const browserRestoreEvent: Action = {
  ...defineEvent(
    'the browser is killed and restores its tabs',
    async (session) => {
      const storedStates = new Map<Visit, [string, string][]>();
      for (const visit of session.tabs) {
        const state =
          visit.storedState ?? (await visit.tab.evaluate(readSessionStorage));
        storedStates.set(visit, state);
      }

      const { visits, diskTexts } = await killBrowser(session);
      for (const killedVisit of visits) {
        if (killedVisit.isApp) continue;
        const { path } = killedVisit.snapshot;
        const state = storedStates.get(killedVisit) ?? [];
        const visit = await restoreTab(session, path, state);
        visit.drafts = killedVisit.drafts;
      }

      // Without a tab, the visitor starts the app again.
      if (session.tabs.length === 0)
        await openLike(visits[0] as Visit, session);
      await recordLeftTexts(session, visits, diskTexts);
    },
  ),
  can: (_, { browser }) => browser.kill !== undefined,
};
