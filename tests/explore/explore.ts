import fc from 'fast-check';
import { recordsOf } from '../../src/outbox/records.ts';
import { createSubmission } from '../../src/outbox/submission.ts';
import { textOf } from '../support/records.ts';
import { anyStep, type Step } from './steps.ts';
import {
  begin,
  check,
  deliverAll,
  end,
  type Ground,
  glance,
  stored,
  until,
  type Visited,
  type Walk,
} from './walk.ts';

/** Walks these steps in a browser nobody has used. */
export async function walkThrough(
  ground: Ground,
  steps: Iterable<Step>,
  limit = Number.POSITIVE_INFINITY,
  onWalked: (steps: number) => void = () => undefined,
): Promise<void> {
  const walk = await begin(ground, limit);
  try {
    await fc.asyncModelRun(() => ({ model: walk, real: undefined }), steps);
    walk.steps.push('(the end)');
    await balance(walk);
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const list = walk.steps.map((name, index) => `${index + 1}. ${name}`);
    const places = stack.split('\n').filter((line) => /explore/.test(line));
    const lines = walk.browser.consoleLines ?? [];
    throw new Error(
      [message, ...list, ...lines, ...places.slice(0, 4)].join('\n'),
    );
  } finally {
    onWalked(walk.steps.length);
    await end(walk);
  }
}

export interface Found {
  steps: number;
  /** What went wrong, and the fewest steps that lead there. */
  failure?: string;
}

/** One walk at random; where it fails, the shortest that fails too. */
export async function explore(
  ground: Ground,
  { seed, steps, shrinks }: { seed: number; steps: number; shrinks: number },
): Promise<Found> {
  let taken = 0;
  // Many that are drawn cannot be taken where they come.
  const size = { maxCommands: 10 * steps, size: 'max' } as const;
  const walks = fc.limitShrink(fc.commands([anyStep], size), shrinks);
  const property = fc.asyncProperty(walks, async (chosen) => {
    await walkThrough(ground, chosen, steps, (count) => {
      taken += count;
    });
  });
  const options = { seed, numRuns: 1, unbiased: true };
  const { errorInstance } = await fc.check(property, options);
  if (!errorInstance) return { steps: taken };
  return { steps: taken, failure: (errorInstance as Error).message };
}

/** With network and server well, all is stored that was thanked for. */
async function balance(walk: Walk): Promise<void> {
  await deliverAll(walk);
  const [first, ...others] = walk.tabs as [Visited, ...Visited[]];
  await check(walk, first);
  for (const { tab } of others) await tab.close();
  walk.tabs.length = 1;
  let looks = 0;
  await until('the outbox is empty', async () => {
    // What was refused is tried again when a page is loaded, in its own time.
    if (looks % 100 === 0) await first.tab.goto(`${walk.network.origin}/about`);
    looks += 1;
    first.accepted = undefined;
    await deliverAll(walk);
    return (await stored(first)).map(({ id }) => `${id} is not sent`);
  });
  first.inPage = false;
  await glance(first);
  await check(walk, first);
  const wrong = await wrongInRecords(walk);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

async function wrongInRecords(walk: Walk): Promise<string[]> {
  const { messages, network, ground } = walk;
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
  const found = (await ground.records.all()).map(({ id, collection, fields }) =>
    lineOf(id, collection, fields),
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
