import fc from 'fast-check';
import { recordsOf } from '../../src/outbox/record-drafts.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import { type Found, textOf } from '../support/records.ts';
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

/**
 * One session at random: how many steps it took or, where it fails, what went
 * wrong in the shortest that fails too, with its steps.
 */
export async function explore(
  environment: Environment,
  { seed, steps, shrinks }: { seed: number; steps: number; shrinks: number },
) {
  let taken = 0;
  // Many that are drawn cannot be taken where they come.
  const size = { maxCommands: 10 * steps, size: 'max' } as const;
  const sessions = fc.limitShrink(fc.commands([anyStep], size), shrinks);
  // A browser with a profile on disk takes its time to start.
  const canBeKilled = seed % 3 === 0;
  const isTranslated = environment.isTranslated ?? seed % 4 === 0;
  const all = { ...environment, canBeKilled, isTranslated };
  const property = fc.asyncProperty(sessions, async (chosen) => {
    taken = await runSession(all, chosen, steps);
  });
  const options = { seed, numRuns: 1, unbiased: true };
  const { errorInstance } = await fc.check(property, options);
  return { taken, failure: (errorInstance as Error | null)?.message };
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
  const wrong = await wrongInRecords(session);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

async function wrongInRecords({ messages, network, environment }: Session) {
  const lineOf = ({ id, collection, fields }: Found) =>
    `${id} in ${collection}: ${textOf(fields)}`;
  const expected = [...messages.values()].flatMap((message) => {
    const { id, form, values, goneAt } = message;
    const commits = network.log.map((one) =>
      one.ids.includes(id) ? one : undefined,
    );
    if (goneAt !== undefined) {
      const isSentLater = commits.slice(goneAt).some(Boolean);
      if (isSentLater) return [`nothing of ${id}, which is gone`];
      // It may have been sent before, and its answer lost.
      if (!commits.some((one) => one?.storedAt)) return [];
    }
    const records = recordsOf(createSubmission(id, form, values, 0));
    return records.map((record) => lineOf({ id, ...record } as Found));
  });
  const found = (await environment.records.all()).map(lineOf);
  const [missing, strange] = [
    expected.filter((one) => !found.includes(one)),
    found.filter((one) => !expected.includes(one)),
  ];
  return [
    ...missing.map((one) => `Not stored: ${one}`),
    ...strange.map((one) => `Stored: ${one}`),
  ];
}
