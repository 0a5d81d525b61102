import assert from 'node:assert';
import fc from 'fast-check';
import { recordsOf } from '../../src/outbox/new-records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import type { Commit } from '../support/network-faults.ts';
import { deliverAll } from './actions/environment.ts';
import {
  type Environment,
  endSession,
  poll,
  type Session,
  startSession,
  type VisitedTab,
} from './session.ts';
import { anyStep, check, type Step } from './step.ts';

/** Performs the steps in a new browser profile. Returns how many were possible. */
export async function runSession(
  environment: Environment,
  steps: Iterable<Step>,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  const session = await startSession(environment, limit);
  try {
    await fc.asyncModelRun(() => ({ model: session, real: undefined }), steps);
    const { length } = session.steps;
    session.steps.push('(the end)');
    await finish(session);
    return length;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const list = session.steps.map((name, index) => `${index + 1}. ${name}`);
    const places = stack.split('\n').filter((line) => /explore/.test(line));
    const lines = session.browser.consoleLines ?? [];
    const all = [message, ...list, ...lines, ...places.slice(0, 4)];
    throw new Error(all.join('\n'));
  } finally {
    await endSession(session);
  }
}

/** The largest number of steps in a random session. */
const limit = 40;

/**
 * Runs a session drawn from a seed. If it fails, tries `shrinks` shorter sessions,
 * and throws with the steps of the shortest one that fails.
 */
export async function explore(
  environment: Environment,
  { seed, shrinks = 0 }: { seed: number; shrinks?: number },
): Promise<void> {
  // Draws more steps than the limit, because many are impossible in their turn.
  const size = { maxCommands: 10 * limit, size: 'max' } as const;
  const sessions = fc.limitShrink(fc.commands([anyStep], size), shrinks);
  const kinds = { isTranslated: seed % 4 === 0, isSmall: seed % 3 === 0 };
  const property = fc.asyncProperty(sessions, async (steps) => {
    await runSession({ ...environment, ...kinds }, steps, limit);
  });
  const options = { seed, numRuns: 1, unbiased: true };
  const { errorInstance } = await fc.check(property, options);
  if (!errorInstance) return;
  const { message } = errorInstance as Error;
  throw new Error(`EXPLORE_SEED=${seed}: ${message}`);
}

/** Ends all faults, and checks that the records match the accepted messages. */
async function finish(session: Session): Promise<void> {
  await deliverAll(session);
  const [first, ...others] = session.tabs as [VisitedTab, ...VisitedTab[]];
  await check(session);
  for (const { tab } of others) await tab.close();
  session.tabs.length = 1;
  let polls = 0;
  const listUnsent = async () => {
    // A page load retries refused messages, but not immediately.
    if (polls % 100 === 0)
      await first.tab.goto(`${session.network.origin}/about`);
    polls += 1;
    first.accepted = undefined;
    await deliverAll(session);
    return (await first.stored()).map(({ id }) => id);
  };
  await poll(listUnsent, 'unsent messages').toEqual([]);
  first.keepsFocus = false;
  await check(session);
  await compareRecords(session);
}

async function compareRecords({ messages, network, environment }: Session) {
  const expected: Record<string, object> = {};
  for (const { id, form, values, removedAt } of messages.values()) {
    const hasId = ({ ids }: Commit) => ids.includes(id);
    if (removedAt !== undefined) {
      const isSentLater = network.log.slice(removedAt).some(hasId);
      assert(!isSentLater, `${id} was removed, and then sent`);
      // The server may have stored an earlier commit whose answer was lost.
      const commits = network.log.filter(hasId);
      if (!commits.some(({ storedAt }) => storedAt)) continue;
    }
    const records = recordsOf(createSubmission(id, form, values, 0));
    for (const { collection, fields } of records)
      expected[`${collection}/${id}`] = fields;
  }
  const found = (await environment.records.all()).map(
    ({ id, collection, fields }) => [`${collection}/${id}`, fields],
  );
  assert.deepStrictEqual(Object.fromEntries(found), expected);
}
