import { UserError } from '../user-error.ts';
import type { Arguments } from './arguments.ts';
import type { Remote } from './remote.ts';
import type { Entry, Source, Write } from './source.ts';

/** The effects of the command. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  /** Resolves to false if nobody reads on. */
  print(text: string): Promise<boolean>;
  /** Reports what is not part of the output. */
  progress(line: string): void;
  isTerminal: boolean;
  /** Where files are written. */
  directory: string;
  now(): number;
  /** Ends a change of records between two steps. */
  signal: AbortSignal;
  production: Pick<Remote, 'origin' | 'authorize'>;
}

/** All that a command works with. */
export interface Task extends World, Arguments {
  source: Source;
}

type Page = { collection: string; page: readonly Entry[] };
export type Pages = AsyncIterable<Page>;

/** Records between two reports of how far a command is. */
const stride = 6000;

/** Reads collections whole; reports what that costs, and how far it is. */
export async function* readAll(
  { source, progress }: Task,
  names: readonly string[],
  since?: string,
): Pages {
  let total = 0;
  for (const name of names) total += (await source.count(name, since)).count;
  // Fewer are not mentioned, because a nightly mail of new records has them.
  if (source.isProduction && total >= 1000) {
    progress(
      `This takes about ${total} reads of ${source.place}; the free plan has 50000 a day.`,
    );
  }
  let done = 0;
  for (const collection of names) {
    for await (const page of source.find(collection, { since })) {
      if (page.length > 0) yield { collection, page };
      done += page.length;
      if (done % stride < page.length) progress(`${done} of ${total} read`);
    }
  }
}

export function nothingIn({ source, names, since }: Task): UserError {
  const after = since ? ` since ${since}` : '';
  return new UserError(
    `There is nothing in ${names.join(', ')} at ${source.place}${after}.`,
  );
}

/**
 * Commits in steps if that is confirmed; otherwise says what would be done. If a
 * step fails, says how many records are done. The command itself is not
 * repeated, because an address in it may be what a shell runs.
 */
export async function inSteps(
  { source, print, progress, signal, yes }: Task,
  all: AsyncIterable<Write> | Iterable<Write>,
  total: number,
  done: 'erased' | 'restored',
  how: string,
): Promise<void> {
  if (!yes) {
    await print(
      `Nothing is ${done} yet. To ${how}, add --yes to this command.\n`,
    );
    return;
  }
  if (source.isProduction) {
    const cost = done === 'erased' ? 'deletions of' : 'writes to';
    progress(
      `This takes ${total} ${cost} ${source.place}; the free plan has 20000 a day.`,
    );
  }
  let count = 0;
  let step: Write[] = [];
  const finish = async () => {
    const soFar = `${count} of ${total} are ${done}; run it again for the rest.`;
    if (signal.aborted) throw new UserError(`Interrupted: ${soFar}`);
    await source.commit(step).catch((error: Error) => {
      throw new UserError(
        `${error.message.replace(/\.?$/, '.')} Until then ${soFar}`,
      );
    });
    count += step.length;
    if (count % stride < step.length) progress(`${count} of ${total} ${done}`);
    step = [];
  };
  for await (const write of all) {
    step.push(write);
    if (step.length === source.atOnce) await finish();
  }
  if (step.length > 0) await finish();
}
