import assert from 'node:assert';
import type { AsyncCommand } from 'fast-check';
import { expect, test } from 'playwright/test';
import { createRecords } from '../../src/form-definitions/records.ts';
import { formSpecsByName } from '../support/forms.ts';
import { hasWorker } from '../support/gestures.ts';
import type { Commit } from '../support/network-faults.ts';
import { deliverAll } from './actions/environment.ts';
import { closeVisit } from './app-texts.ts';
import { checkVisit, isLoadFailureShown, isRefusalShown } from './judge.ts';
import {
  type Action,
  type Environment,
  type LeftText,
  maxWaitMs,
  openAppWindow,
  openTab,
  poll,
  type Session,
  startSession,
  type Visit,
} from './session.ts';

type Step = AsyncCommand<Session, unknown>;

/** The largest number of steps in a session. */
export const maxSteps = 40;

/** Performs an action in one of the tabs, and then checks all tabs. */
export function createStep(action: Action, tab = 0): Step {
  const getVisit = ({ tabs }: Readonly<Session>) =>
    tabs[tab % tabs.length] as Visit;

  return {
    check: (session) =>
      session.steps.length < maxSteps && action.can(getVisit(session), session),
    run: async (session) => {
      const visit = getVisit(session);
      const name = `tab ${session.tabs.indexOf(visit) + 1}: ${action.name}`;
      session.steps.push(name);

      const performAction = async () => {
        const result = await action.run(visit, session);
        if (result !== 'elsewhere') visit.mustKeepFocus = result !== 'moved';

        const { thanks } = visit.snapshot;
        // 'moved' means that the tab shows a new page, possibly at the same address.
        if (result === 'moved' && !thanks && !isRefusalShown(visit.snapshot))
          visit.acceptedId = undefined;

        await checkSession(session);
      };

      // If the browser never answers, the limit ends the step, so that the test can report.
      await test.step(name, performAction, { timeout: 2 * maxWaitMs });
    },
  };
}

/** Waits until all pages pass all checks. Throws at once on an error. */
async function checkSession(session: Session): Promise<void> {
  for (const [index, visit] of session.tabs.entries()) {
    const findProblems = async () => {
      const snapshot = await visit.refresh().catch(() => undefined);
      if (!snapshot) return ['the page cannot be read'];

      const { isFirefox, isLoaded } = snapshot;
      // Firefox may truncate a script from the worker's cache.
      if (isFirefox && !isLoaded && isLoadFailureShown(snapshot)) {
        await visit.tab.reload();
        return ['the page was reloaded, as it asked'];
      }

      try {
        visit.submissions = await visit.readStore();
        // Only the checks of a thank-you need the receipts.
        if (snapshot.thanks) visit.receipts = await visit.readStore('receipts');
      } catch {
        return ['the outbox cannot be read'];
      }

      const { errors, problems } = checkVisit(session, visit);
      const reportLines = [...errors, ...problems, JSON.stringify(snapshot)];
      if (errors.length > 0) throw new Error(reportLines.join('\n'));
      return problems.length > 0 ? reportLines : [];
    };

    await poll(findProblems, `tab ${index + 1}`).toEqual([]);
  }
}

/** Performs the steps that are possible, in a new browser profile. */
export async function runSession(
  environment: Environment,
  steps: Iterable<Step>,
  seed: number,
): Promise<void> {
  const session = await startSession(environment, seed);
  try {
    const { tab } = await openTab(session, formSpecsByName.waitlist.path);
    await poll(() => tab.evaluate(hasWorker, 'active')).toBe(true);

    for (const step of steps) {
      if (await step.check(session)) await step.run(session, undefined);
    }

    session.steps.push('(the end)');
    await finishSession(session);
  } catch (cause) {
    const stepLines = session.steps.map(
      (name, index) => `${index + 1}. ${name}`,
    );

    const consoleLines = session.browser.consoleLines ?? [];
    throw new Error([...stepLines, ...consoleLines].join('\n'), { cause });
  } finally {
    await session.end();
  }
}

/** Ends all faults, and checks that the records match the accepted submissions. */
async function finishSession(session: Session): Promise<void> {
  await deliverAll(session);
  await checkSession(session);

  const [firstVisit, ...otherVisits] = session.tabs as [Visit, ...Visit[]];
  for (const visit of otherVisits) await closeVisit(session, visit);
  await findLeftTexts(session);

  const listUnsent = async () => {
    await firstVisit.tab.goto(`${session.network.origin}/about`);
    await deliverAll(session);
    return (await firstVisit.readStore()).map(({ id }) => id);
  };

  // In milliseconds. Each check loads the page again, and a loaded page retries refused
  // submissions. The pauses between the checks give the page time to send them.
  const pauses = [500, 1000, 2000, 4000];
  await poll(listUnsent, 'unsent messages', pauses).toEqual([]);

  firstVisit.mustKeepFocus = false;
  await checkSession(session);
  await compareRecords(session);
}

/** Checks that new windows of the app show each text that was left, and show it once. */
async function findLeftTexts(session: Session): Promise<void> {
  const { leftTexts, tabs } = session;

  for (const [form, { path }] of Object.entries(formSpecsByName)) {
    const draftName = `${form} `;
    const isOfForm = (text: LeftText) => text.draftName === draftName;
    const leftCount = leftTexts.filter(isOfForm).length;
    if (leftCount === 0) continue;

    // One window more than there are texts, which stays blank.
    for (let opened = 0; opened <= leftCount; opened += 1) {
      await openAppWindow(session, path);
      await checkSession(session);
    }
    assert(!leftTexts.some(isOfForm), 'No window shows a text that was left');
  }

  for (const { tab } of tabs.splice(1)) await tab.close();
}

async function compareRecords({ messages, network, records }: Session) {
  const expectedRecords = [...messages].flatMap(([id, message]) => {
    const { form, values, removalIndex = Infinity } = message;
    const hasId = ({ ids }: Commit) => ids.includes(id);
    const isSentLater = network.log.slice(removalIndex).some(hasId);
    assert(!isSentLater, `${id} was removed, and then sent`);

    // The server may have stored an earlier commit whose answer was lost.
    const isStored = network.log.some(
      (commit) => hasId(commit) && commit.storedAt,
    );
    if (removalIndex < Infinity && !isStored) return [];

    const newRecords = createRecords(form, values);
    return newRecords.map((record) => ({ id, ...record }));
  });

  const storedRecords = await records.all();
  expect(storedRecords).toEqual(expect.arrayContaining(expectedRecords));
  expect(storedRecords).toHaveLength(expectedRecords.length);
}
