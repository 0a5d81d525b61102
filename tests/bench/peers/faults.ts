import type { Tab } from '../../support/engines/engine.ts';
import { checkForUpdate } from '../../support/gestures.ts';
import {
  createCaptivePortalFault,
  createFirestoreFault,
} from '../../support/network-faults.ts';
import type { Release } from './contestants.ts';
import {
  brokenDatabaseScript,
  createLateClockScript,
} from './injected-scripts.ts';
import { messageWorker } from './page-functions.ts';
import type { ContestantName } from './results.ts';
import type { Trial, TrialOptions } from './trial.ts';

export interface PeerFault extends TrialOptions {
  title: string;
  run(trial: Trial): Promise<void>;
  /** Why the fault cannot be made for a contestant. */
  notPossible?: Partial<Record<ContestantName, string>>;
}

const serverError = createFirestoreFault(500, 'INTERNAL');
const tooManyRequests = createFirestoreFault(429, 'RESOURCE_EXHAUSTED');
const captivePortal = createCaptivePortalFault(200);
const dayMs = 24 * 60 * 60 * 1000;

/** The faults in the order of the table. Each ends with a healthy network and server. */
export const faults: readonly PeerFault[] = [
  {
    title: 'offline, then online, same page',
    run: async (trial) => {
      await submitOffline(trial);
      await trial.goOnline();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'tab closed, the network returns with no page',
    run: async (trial) => {
      const tab = await submitOffline(trial);
      await trial.closeTab(tab);
      await trial.goOnline();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'three sync events failed, next visit',
    syncDelay: 1,
    run: async (trial) => {
      const tab = await trial.open();
      trial.network.fail({ kind: 'reset' });
      await trial.submit(tab);
      await trial.closeTab(tab);
      await trial.waitForAttempts(trial.network.commits + 3);
      await trial.network.heal();
      await trial.open();
      await trial.settle();
    },
  },
  {
    title: 'the answer is lost',
    run: (trial) => submitUnder(trial, { kind: 'lose-answer' }, 1),
  },
  {
    title: '500 three times',
    run: (trial) => submitUnder(trial, serverError, 3),
  },
  {
    title: '403 with the page open, then repaired',
    run: async (trial) => {
      const tab = await trial.open();
      await trial.network.refuseNew();
      await trial.press(tab);
      await trial.wait(8000);
      await trial.network.heal();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'queued, 403 at a visit, then repaired',
    run: async (trial) => {
      const tab = await submitOffline(trial);
      await trial.closeTab(tab);
      await trial.network.refuseNew();
      const { commits } = trial.network;
      await trial.goOnline();
      const secondTab = await trial.open();
      await trial.waitForAttempts(commits + 1);
      await trial.wait(3000);
      await trial.closeTab(secondTab);
      await trial.network.heal();
      await trial.open();
      await trial.settle();
    },
  },
  {
    title: '429 three times',
    run: (trial) => submitUnder(trial, tooManyRequests, 3),
  },
  {
    title: 'captive portal for 5 s',
    run: async (trial) => {
      const tab = await trial.open();
      trial.network.fail(captivePortal);
      await trial.press(tab);
      await trial.wait(5000);
      await trial.network.heal();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'two tabs, both try',
    run: async (trial) => {
      const tab = await trial.open();
      await trial.open();
      await trial.goOffline();
      await trial.submit(tab);
      await trial.goOnline();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'killed 50 ms after "saved"',
    run: async (trial) => {
      await submitOffline(trial);
      await trial.wait(50);
      await killAndReturn(trial);
    },
  },
  {
    title: 'killed between commit and answer',
    run: async (trial) => {
      const tab = await trial.open();
      const by = { kind: 'silence' } as const;
      trial.network.fail({ kind: 'replace-answer', by });
      await trial.press(tab);
      await trial.settle();
      await killAndReturn(trial);
    },
  },
  {
    title: 'killed in the first try, before the commit',
    run: async (trial) => {
      const tab = await trial.open();
      const { commits } = trial.network;
      trial.network.fail({ kind: 'silence' });
      await trial.press(tab);
      await trial.waitForAttempts(commits + 1);
      await killAndReturn(trial);
    },
  },
  {
    title: 'killed in a later try, before the commit',
    run: async (trial) => {
      await submitOffline(trial);
      const { commits } = trial.network;
      trial.network.fail({ kind: 'silence' });
      await trial.goOnline();
      await trial.waitForAttempts(commits + 1);
      await killAndReturn(trial);
    },
  },
  {
    title: 'disk full, offline',
    run: async (trial) => {
      const tab = await trial.open();
      await trial.refusePuts(tab);
      await trial.goOffline();
      await trial.submit(tab);
      await trial.closeTab(tab);
      await trial.goOnline();
      await trial.visitAgain();
    },
  },
  {
    title: 'disk full, online',
    run: async (trial) => {
      const tab = await trial.open();
      await trial.refusePuts(tab);
      await trial.submit(tab);
      await trial.settle();
      await trial.closeTab(tab);
      await trial.visitAgain();
    },
  },
  {
    title: 'IndexedDB never opens, offline',
    run: async (trial) => {
      await submitWithoutDatabase(trial);
      const tab = await trial.open(brokenDatabaseScript);
      await breakWorker(tab);
      await trial.settle();
    },
  },
  {
    title: 'IndexedDB fails once, works at the next visit',
    run: async (trial) => {
      await submitWithoutDatabase(trial);
      await trial.open();
      await trial.settle();
    },
  },
  {
    title: 'IndexedDB never opens, online',
    run: async (trial) => {
      const tab = await trial.open(brokenDatabaseScript);
      await breakWorker(tab);
      await trial.submit(tab);
      await trial.settle();
      await trial.closeTab(tab);
      await trial.visitAgain();
    },
  },
  {
    title: 'eight days offline',
    run: async (trial) => {
      const script = createLateClockScript(8 * dayMs);
      const tab = await trial.open(script);
      await tab.evaluate(messageWorker, { breakBy: script });
      await trial.goOffline();
      await trial.submit(tab);
      await killAndReturn(trial);
    },
  },
  {
    title: 'submitted offline in a second tab',
    run: async (trial) => {
      await trial.open();
      const tab = await trial.open();
      await trial.goOffline();
      await trial.submit(tab);
      await trial.goOnline();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'the first tab closed, then submitted offline in the second',
    run: async (trial) => {
      const firstTab = await trial.open();
      const tab = await trial.open();
      await trial.closeTab(firstTab);
      await trial.goOffline();
      await trial.submit(tab);
      await trial.goOnline();
      await trial.settle();
      await trial.visitAgain();
    },
  },
  {
    title: 'the first tab frozen, its own submission',
    realTabs: true,
    run: async (trial) => {
      const firstTab = await trial.open();
      await trial.open();
      await trial.goOffline();
      await trial.submit(firstTab);
      await trial.setFrozen(firstTab, true);
      await trial.goOnline();
      await trial.settle();
      await trial.setFrozen(firstTab, false);
      await trial.settle('waits');
    },
  },
  {
    title: 'the first tab frozen, then submitted offline in the other',
    realTabs: true,
    run: async (trial) => {
      const firstTab = await trial.open();
      const tab = await trial.open();
      await trial.setFrozen(firstTab, true);
      await trial.goOffline();
      await trial.submit(tab);
      await trial.goOnline();
      await trial.settle();
      await trial.setFrozen(firstTab, false);
      await trial.settle('waits');
    },
  },
  {
    title: 'a new version, one field more',
    run: async (trial) => {
      await submitAndLeave(trial);
      await updateTo(trial, 'more-fields');
      await trial.network.heal();
      await trial.settle();
    },
  },
  {
    title: 'a new version, its form or queue renamed; later undone',
    notPossible: { firestore: 'a write has no name that could change' },
    run: async (trial) => {
      await submitAndLeave(trial);
      const tab = await updateTo(trial, 'renamed');
      await trial.network.heal();
      await trial.settle();
      await trial.closeTab(tab);
      await updateTo(trial, 'first');
      await trial.settle('sent when undone');
    },
  },
];

async function submitOffline(trial: Trial) {
  const tab = await trial.open();
  await trial.goOffline();
  await trial.submit(tab);
  return tab;
}

/** Submits while no connection to the server works, and leaves the page. */
async function submitAndLeave(trial: Trial): Promise<void> {
  const tab = await trial.open();
  trial.network.fail({ kind: 'reset' });
  await trial.submit(tab);
  await trial.closeTab(tab);
}

/** Deploys another version. Returns a tab that shows this version. */
async function updateTo(trial: Trial, release: Release): Promise<Tab> {
  await trial.contestant.deploy(release);
  const tab = await trial.open();
  await tab.evaluate(checkForUpdate);
  await trial.waitForWorkers(tab);
  await trial.closeTab(tab);
  return trial.open();
}

/** Submits online while the first answers are faulty. */
async function submitUnder(
  trial: Trial,
  fault: Parameters<Trial['network']['fail']>[0],
  times: number,
): Promise<void> {
  const tab = await trial.open();
  trial.network.fail(fault, times);
  await trial.press(tab);
  await trial.settle();
  await trial.visitAgain();
}

/** Kills the browser, and opens the form again with a healthy network. */
async function killAndReturn(trial: Trial): Promise<void> {
  await trial.kill();
  await trial.network.heal();
  await trial.goOnline();
  await trial.open();
  await trial.settle();
}

/** Submits offline while no database opens, and leaves the page. */
async function submitWithoutDatabase(trial: Trial): Promise<void> {
  const tab = await trial.open(brokenDatabaseScript);
  await breakWorker(tab);
  await trial.goOffline();
  await trial.submit(tab);
  await trial.closeTab(tab);
  // A worker that starts again is whole.
  await trial.browser.killWorker?.();
  await trial.goOnline();
}

function breakWorker(tab: Tab): Promise<void> {
  return tab.evaluate(messageWorker, { breakBy: brokenDatabaseScript });
}
