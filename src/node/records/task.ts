import { UserError } from '../user-error.ts';
import type { Arguments } from './arguments.ts';
import type { Remote } from './remote.ts';
import type { Entry, Source, Write } from './source.ts';

/** The effects of the command. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  /** Resolves to false when nobody reads on. */
  print(text: string): Promise<boolean>;
  isTerminal: boolean;
  /** Where files are written. */
  directory: string;
  /** Tells how far a command is, while it works. */
  progress(line: string): void;
  /** Milliseconds, as Date.now returns them. */
  now(): number;
  /** Ends a change of records between two steps. */
  signal: AbortSignal;
  production: Pick<Remote, 'origin' | 'authorize'>;
}

/** All that a command works with. */
export interface Task extends World, Arguments {
  source: Source;
}

export type Pages = AsyncIterable<{
  collection: string;
  page: readonly Entry[];
}>;

/** Reads collections whole; tells what that costs, and how far it is. */
export async function* readAll(
  task: Task,
  names: readonly string[],
  since?: string,
): Pages {
  const { source, progress } = task;
  const counts: number[] = [];
  for (const name of names) counts.push(await source.count(name, since));
  const total = counts.reduce((sum, count) => sum + count, 0);
  // Fewer go without a word, as in a nightly mail of what is new.
  if (source.isProduction && total >= 1000) {
    progress(
      `This takes about ${total} reads of ${source.place}; the free plan has 50000 a day.`,
    );
  }
  for (const [index, collection] of names.entries()) {
    const tell = tellEach(task, `${collection}: `, 'read', counts[index] ?? 0);
    let done = 0;
    for await (const page of source.pages(collection, since)) {
      if (page.length > 0) yield { collection, page };
      done += page.length;
      tell(done);
    }
  }
}

/** Returns a function that tells how far it is, at most once a second. */
function tellEach(
  { progress, now }: World,
  what: string,
  verb: string,
  total: number,
) {
  const start = now();
  let last = start;
  return (done: number) => {
    const time = now();
    if (time - last < 1000 || done >= total) return;
    last = time;
    const rate = Math.round(done / ((time - start) / 1000));
    progress(
      `${what}${done} of ${total} ${verb}, ${rate} a second, ${total - done} left`,
    );
  };
}

export function nothingIn({ source, names, since }: Task): UserError {
  const after = since ? ` since ${since}` : '';
  return new UserError(
    `There is nothing in ${names.join(', ')} at ${source.place}${after}.`,
  );
}

/** How the command is typed that does what has been shown. */
export function confirmed({ args }: Task): string {
  const isPlain = (word: string) => /^[\p{L}\p{N}@%+=:,./_-]+$/u.test(word);
  const words = args.map((word) =>
    isPlain(word) ? word : JSON.stringify(word),
  );
  return `npm run records -- ${words.join(' ')} --yes`;
}

/** Does it in steps; where it cannot go on, says how far it came. */
export async function inSteps(
  task: Task,
  all: AsyncIterable<Write> | Iterable<Write>,
  total: number,
  done: 'erased' | 'restored',
): Promise<void> {
  const { source, progress, signal } = task;
  if (source.isProduction) {
    const cost = done === 'erased' ? 'deletions of' : 'writes to';
    progress(
      `This takes ${total} ${cost} ${source.place}; the free plan has 20000 a day.`,
    );
  }
  const tell = tellEach(task, '', done, total);
  let count = 0;
  let step: Write[] = [];
  const finish = async () => {
    const soFar = `${count} of ${total} are ${done}; run it again for the rest.`;
    if (signal.aborted) throw new UserError(`Interrupted: ${soFar}`);
    try {
      await source.commit(step);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new UserError(`${error.message} Until then ${soFar}`);
    }
    count += step.length;
    step = [];
    tell(count);
  };
  for await (const write of all) {
    step.push(write);
    if (step.length === source.atOnce[done]) await finish();
  }
  if (step.length > 0) await finish();
}
