import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import type { Arguments } from './arguments.ts';
import { foldAddress } from './fold-address.ts';
import { type Progress, progressOf, readAll } from './progress.ts';
import type { Entry, Source } from './source.ts';
import { lineOf } from './summary.ts';

interface Task {
  source: Source;
  progress: Progress;
  print(text: string): Promise<boolean>;
  /** Whether it is to be done, not only shown. */
  isConfirmed: boolean;
  /** Ends the work after the step that is being done. */
  signal: AbortSignal;
}

/** Erases a person's records in all collections. */
export async function erasePerson(address: string, task: Task): Promise<void> {
  const folded = foldAddress(address);
  const isTheirs = ({ fields }: Entry) =>
    foldAddress(fields.email ?? '') === folded;
  const all = readAll(task.source, [...collections.keys()], task.progress);
  const found = await listOf(all, isTheirs, Number.POSITIVE_INFINITY);
  const { isConfirmed, print } = task;
  await eraseFound(found, `of ${address}`, `erase ${address}`, task);
  if (!isConfirmed) return;
  await print(
    "A copy that waits unsent on the person's own device can still arrive; run this again in some weeks.\n",
  );
}

/** Erases what is older than a time, in one collection or in all. */
export async function purge(
  { before = '', age, collection }: Arguments,
  task: Task,
): Promise<void> {
  const names = collection ? [collection] : [...collections.keys()];
  const all = readAll(task.source, names, task.progress, { before });
  const found = await listOf(all, () => true, 3);
  const words = ['purge', ...(collection ? names : []), '--older-than', age];
  await eraseFound(found, `from before ${before}`, words.join(' '), task);
}

interface Found {
  /** collection/id */
  paths: string[];
  text: string;
}

async function listOf(
  all: ReturnType<typeof readAll>,
  isMeant: (entry: Entry) => boolean,
  maxShown: number,
): Promise<Found> {
  const paths: string[] = [];
  const byCollection = new Map<string, { count: number; lines: string }>();
  for await (const { collection, page } of all) {
    for (const entry of page.filter(isMeant)) {
      paths.push(`${collection}/${entry.id}`);
      const { count = 0, lines = '' } = byCollection.get(collection) ?? {};
      const line = count < maxShown ? lineOf(entry) : '';
      byCollection.set(collection, { count: count + 1, lines: lines + line });
    }
  }
  const texts = [...byCollection].map(([collection, { count, lines }]) => {
    const more = count > maxShown ? `  … and ${count - maxShown} more\n` : '';
    return `${collection}: ${count}\n${lines}${more}`;
  });
  return { paths, text: texts.join('') };
}

async function eraseFound(
  { paths, text }: Found,
  which: string,
  command: string,
  { source, progress, print, isConfirmed, signal }: Task,
): Promise<void> {
  const total = paths.length;
  if (total === 0) {
    await print(`There is nothing ${which} at ${source.place}.\n`);
    return;
  }
  await print(`Records ${which} in ${source.place}\n${text}`);
  if (!isConfirmed) {
    await print(
      `Nothing is erased yet. To erase ${total} for good: npm run records -- ${command} --yes\n`,
    );
    return;
  }
  if (source.isProduction) {
    progress.progress(
      `This takes ${total} deletions of ${source.place}; the free plan has 20000 a day.`,
    );
  }
  const tell = progressOf(progress, 'Erasing:', 'erased', total);
  let done = 0;
  const soFar = () =>
    `${done} of ${total} are erased; run it again to erase the rest.`;
  for (; done < total; tell(done)) {
    if (signal.aborted) throw new UserError(`Interrupted: ${soFar()}`);
    const step = paths.slice(done, done + source.eraseAtOnce);
    try {
      await source.erase(step);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new UserError(`${error.message} Until then ${soFar()}`);
    }
    done += step.length;
  }
  const counts = [...collections.keys()].map(
    (name) =>
      [name, paths.filter((path) => path.startsWith(`${name}/`))] as const,
  );
  const list = counts
    .filter(([, of]) => of.length > 0)
    .map(([name, of]) => `${name} ${of.length}`);
  await print(`Erased ${total} ${which}: ${list.join(', ')}.\n`);
}
