import assert from 'node:assert';
import fc from 'fast-check';
import { recordsOf } from '../../src/outbox/record-drafts.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import type { Commit } from '../support/commits.ts';
import { deliverAll } from './actions/environment.ts';
import {
  begin,
  type Environment,
  end,
  glance,
  type Session,
  stored,
  until,
  type VisitedTab,
} from './session.ts';
import { anyStep, check, type Step } from './step.ts';

/** Takes these steps in a browser nobody has used; returns how many it took. */
export async function runSession(
  environment: Environment,
  steps: Iterable<Step>,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> {
  const session = await begin(environment, limit);
  try {
    await fc.asyncModelRun(() => ({ model: session, real: undefined }), steps);
    const { length } = session.steps;
    session.steps.push('(the end)');
    await balance(session);
    return length;
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const list = session.steps.map((name, index) => `${index + 1}. ${name}`);
    const places = stack.split('\n').filter((line) => /explore/.test(line));
    const lines = session.browser.consoleLines ?? [];
    const told = [message, ...list, ...lines, ...places.slice(0, 4)];
    throw new Error(told.join('\n'));
  } finally {
    await end(session);
  }
}

/** How many steps a random session has at most. */
const limit = 30;

/**
 * Takes a session drawn from a seed. Throws if it fails, with the steps of the
 * shortest session that fails too, of at most so many that are tried.
 */
export async function explore(
  environment: Environment,
  { seed, shrinks = 0 }: { seed: number; shrinks?: number },
): Promise<void> {
  // Many drawn steps cannot be taken where they come.
  const size = { maxCommands: 10 * limit, size: 'max' } as const;
  const sessions = fc.limitShrink(fc.commands([anyStep], size), shrinks);
  const all = { ...environment, isTranslated: seed % 4 === 0 };
  const property = fc.asyncProperty(sessions, async (chosen) => {
    await runSession(all, chosen, limit);
  });
  const options = { seed, numRuns: 1, unbiased: true };
  const { errorInstance } = await fc.check(property, options);
  if (!errorInstance) return;
  const { message } = errorInstance as Error;
  throw new Error(`EXPLORE_SEED=${seed}: ${message}`);
}

/** With network and server well, all is stored that was thanked for. */
async function balance(session: Session): Promise<void> {
  await deliverAll(session);
  const [first, ...others] = session.tabs as [VisitedTab, ...VisitedTab[]];
  await check(session);
  for (const { tab } of others) await tab.close();
  session.tabs.length = 1;
  let looks = 0;
  await until(async () => {
    // What was refused is tried again when a page is loaded, in its own time.
    if (looks % 100 === 0)
      await first.tab.goto(`${session.network.origin}/about`);
    looks += 1;
    first.accepted = undefined;
    await deliverAll(session);
    return (await stored(first)).map(({ id }) => `${id} is not sent`);
  });
  first.inPage = false;
  await glance(first);
  await check(session);
  await compareRecords(session);
}

/** All that was thanked for is stored, and nothing else. */
async function compareRecords({ messages, network, environment }: Session) {
  const expected: Record<string, object> = {};
  for (const { id, form, values, goneAt } of messages.values()) {
    const isOfIt = ({ ids }: Commit) => ids.includes(id);
    if (goneAt !== undefined) {
      const isSentLater = network.log.slice(goneAt).some(isOfIt);
      assert(!isSentLater, `${id} is gone, and was sent`);
      // It may have been sent before, and its answer lost.
      const commits = network.log.filter(isOfIt);
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
