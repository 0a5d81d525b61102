import assert from 'node:assert';
import type { AsyncCommand } from 'fast-check';
import { expect, test } from 'playwright/test';
import { createRecords } from '../../src/outbox/new-records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import { formSpecsByName } from '../support/forms.ts';
import { hasWorker } from '../support/gestures.ts';
import type { Commit } from '../support/network-faults.ts';
import { deliverAll } from './actions/environment.ts';
import { judge, saysNotLoaded, saysRefused } from './judge.ts';
import {
  type Action,
  type Environment,
  longestWait,
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
export function step(action: Action, tab = 0): Step {
  const tabOf = ({ tabs }: Readonly<Session>) =>
    tabs[tab % tabs.length] as Visit;
  return {
    check: (session) =>
      session.steps.length < maxSteps && action.can(tabOf(session), session),
    run: async (session) => {
      const visit = tabOf(session);
      const name = `tab ${session.tabs.indexOf(visit) + 1}: ${action.name}`;
      session.steps.push(name);
      const perform = async () => {
        const result = await action.run(visit, session);
        if (result !== 'elsewhere') visit.mustKeepFocus = result !== 'moved';
        const { thanks } = visit.snapshot;
        // The new page may have the address of the page that accepted the message.
        if (result === 'moved' && !thanks && !saysRefused(visit.snapshot))
          visit.acceptedId = undefined;
        await checkSession(session);
      };
      // The browser may never answer. The limit lets the test print the steps.
      await test.step(name, perform, { timeout: 2 * longestWait });
    },
  };
}

/** Waits until all pages pass all checks. Throws if a problem must never occur. */
async function checkSession(session: Session): Promise<void> {
  for (const [index, visit] of session.tabs.entries()) {
    const findProblems = async () => {
      const snapshot = await visit.refresh().catch(() => undefined);
      if (!snapshot) return ['the page cannot be read'];
      // Firefox may truncate a script from the worker's cache.
      if (snapshot.isFirefox && !snapshot.isLoaded && saysNotLoaded(snapshot)) {
        await visit.tab.reload();
        return ['the page was reloaded, as it asked'];
      }
      visit.submissions = await visit.stored();
      // Only the checks of a thank-you read the receipts.
      if (snapshot.thanks) visit.receipts = await visit.stored('receipts');
      const { errors, problems } = judge(session, visit);
      const all = [...errors, ...problems, JSON.stringify(snapshot)];
      if (errors.length > 0) throw new Error(all.join('\n'));
      return problems.length > 0 ? all : [];
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
    for (const step of steps)
      if (await step.check(session)) await step.run(session, undefined);
    session.steps.push('(the end)');
    await finish(session);
  } catch (cause) {
    const list = session.steps.map((name, index) => `${index + 1}. ${name}`);
    const lines = session.browser.consoleLines ?? [];
    throw new Error([...list, ...lines].join('\n'), { cause });
  } finally {
    await session.end();
  }
}

/** Ends all faults, and checks that the records match the accepted messages. */
async function finish(session: Session): Promise<void> {
  await deliverAll(session);
  await checkSession(session);
  const [first, ...others] = session.tabs as [Visit, ...Visit[]];
  for (const { tab } of others) await tab.close();
  session.tabs.length = 1;
  const listUnsent = async () => {
    await first.tab.goto(`${session.network.origin}/about`);
    await deliverAll(session);
    return (await first.stored()).map(({ id }) => id);
  };
  // A page load retries refused messages, but not immediately.
  const pauses = [500, 1000, 2000, 4000];
  await poll(listUnsent, 'unsent messages', pauses).toEqual([]);
  first.mustKeepFocus = false;
  await checkSession(session);
  await compareRecords(session);
}

async function compareRecords({ messages, network, records }: Session) {
  const expected = [...messages].flatMap(([id, message]) => {
    const { form, values, removalIndex = Infinity } = message;
    const hasId = ({ ids }: Commit) => ids.includes(id);
    const isSentLater = network.log.slice(removalIndex).some(hasId);
    assert(!isSentLater, `${id} was removed, and then sent`);
    // The server may have stored an earlier commit whose answer was lost.
    const isStored = network.log.some((one) => hasId(one) && one.storedAt);
    if (removalIndex < Infinity && !isStored) return [];
    const drafts = createRecords(createSubmission(id, form, values, 0));
    return drafts.map((draft) => ({ id, ...draft }));
  });
  const found = await records.all();
  expect(found).toEqual(expect.arrayContaining(expected));
  expect(found).toHaveLength(expected.length);
}
