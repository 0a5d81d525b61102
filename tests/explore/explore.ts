import fc from 'fast-check';
import { recordsOf } from '../../src/outbox/records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import { textOf } from '../support/records.ts';
import { deliverAll } from './actions/environment.ts';
import { anyStep } from './any-step.ts';
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
import { check, type Step } from './step.ts';

/** Takes these steps in a browser nobody has used. */
export async function runSession(
  environment: Environment,
  steps: Iterable<Step>,
  limit = Number.POSITIVE_INFINITY,
  onEnd: (steps: number) => void = () => undefined,
): Promise<void> {
  const session = await begin(environment, limit);
  try {
    await fc.asyncModelRun(() => ({ model: session, real: undefined }), steps);
    session.steps.push('(the end)');
    await balance(session);
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const list = session.steps.map((name, index) => `${index + 1}. ${name}`);
    const places = stack.split('\n').filter((line) => /explore/.test(line));
    const lines = session.browser.consoleLines ?? [];
    throw new Error(
      [message, ...list, ...lines, ...places.slice(0, 4)].join('\n'),
    );
  } finally {
    onEnd(session.steps.length);
    await end(session);
  }
}

export interface Found {
  steps: number;
  /** What went wrong, and the fewest steps that lead there. */
  failure?: string;
}

/** One session at random; where it fails, the shortest that fails too. */
export async function explore(
  environment: Environment,
  { seed, steps, shrinks }: { seed: number; steps: number; shrinks: number },
): Promise<Found> {
  let taken = 0;
  // Many that are drawn cannot be taken where they come.
  const size = { maxCommands: 10 * steps, size: 'max' } as const;
  const sessions = fc.limitShrink(fc.commands([anyStep], size), shrinks);
  // A browser with a profile on disk takes its time to start.
  const canBeKilled = seed % 3 === 0;
  const isTranslated = environment.isTranslated ?? seed % 4 === 0;
  const property = fc.asyncProperty(sessions, async (chosen) => {
    await runSession(
      { ...environment, canBeKilled, isTranslated },
      chosen,
      steps,
      (count) => {
        taken += count;
      },
    );
  });
  const options = { seed, numRuns: 1, unbiased: true };
  const { errorInstance } = await fc.check(property, options);
  if (!errorInstance) return { steps: taken };
  return { steps: taken, failure: (errorInstance as Error).message };
}

/** With network and server well, all is stored that was thanked for. */
async function balance(session: Session): Promise<void> {
  await deliverAll(session);
  const [first, ...others] = session.tabs as [VisitedTab, ...VisitedTab[]];
  await check(session);
  for (const { tab } of others) await tab.close();
  session.tabs.length = 1;
  let looks = 0;
  await until('the outbox is empty', async () => {
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

async function wrongInRecords(session: Session): Promise<string[]> {
  const { messages, network, environment } = session;
  const lineOf = (id: string, collection: string, fields: object) =>
    `${id} in ${collection}: ${textOf(fields)}`;
  const expected = [...messages.values()].flatMap(
    ({ id, form, values, goneAt }) => {
      const records = recordsOf(createSubmission(id, form, values, 0));
      const commits = network.log.map(({ ids }) => ids.includes(id));
      const isSentLater =
        goneAt !== undefined && commits.indexOf(true, goneAt) >= 0;
      const isStored = network.log.some(
        ({ ids, storedAt }) => storedAt && ids.includes(id),
      );
      // What is gone may have been sent before, and its answer lost.
      if (goneAt !== undefined && !isSentLater && !isStored) return [];
      if (isSentLater) return [`nothing of ${id}, which is gone`];
      return records.map(({ collection, fields }) =>
        lineOf(id, collection, fields),
      );
    },
  );
  const found = (await environment.records.all()).map(
    ({ id, collection, fields }) => lineOf(id, collection, fields),
  );
  return [
    ...expected
      .filter((one) => !found.includes(one))
      .map((one) => `Not stored: ${one}`),
    ...found
      .filter((one) => !expected.includes(one))
      .map((one) => `Stored: ${one}`),
  ];
}
