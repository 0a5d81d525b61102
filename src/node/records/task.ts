import { printable } from '../printable.ts';
import { UserError } from '../user-error.ts';
import { foldAddress, nearMatches } from './address.ts';
import type { Arguments } from './arguments.ts';
import type { Remote } from './remote.ts';
import { type Entry, type Source, sortable, type Write } from './source.ts';

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

/** When each collection was last asked for new records, and when it is now. */
export interface Arrival {
  asked: Readonly<Record<string, string>>;
  until: string;
}

/** A record; `entries` counts the records of its address. */
export type Shown = Pick<Entry, 'id' | 'fields'> & { entries?: number };

/** Yields the records of a collection that are to be shown. */
export async function* select(
  task: Task,
  collection: string,
  arrival?: Arrival,
): AsyncIterable<readonly Shown[]> {
  const after = arrival?.asked[collection] ?? '';
  // Firestore cannot query by creation; the timestamp is set a little before.
  const early = after && new Date(Date.parse(after) - 600_000).toISOString();
  const since = [task.since ?? '', early].sort().at(-1);
  const isMeant = ({ created }: Entry) =>
    !arrival ||
    (sortable(created) > sortable(after) &&
      sortable(created) <= sortable(arrival.until));
  const byAddress = new Map<string, Shown>();
  for await (const { page } of readAll(task, [collection], since)) {
    const meant = page.filter(isMeant);
    if (!task.unique) yield meant;
    else for (const entry of meant) addNewest(byAddress, entry);
  }
  for (const group of nearMatches(byAddress.keys())) {
    task.progress(`Near matches: ${printable(group.join(', '))}`);
  }
  const all = [...byAddress.values()].sort(byNewest);
  // In pieces, as they are written.
  while (all.length > 0) yield all.splice(0, 1000);
}

function addNewest(byAddress: Map<string, Shown>, entry: Entry): void {
  const { id, fields } = entry;
  const key = fields.email ? foldAddress(fields.email) : id;
  const known = byAddress.get(key);
  const newest = known && byNewest(known, entry) < 0 ? known : { id, fields };
  byAddress.set(key, { ...newest, entries: (known?.entries ?? 0) + 1 });
}

function byNewest(...both: [Shown, Shown]): number {
  const [left = '', right = ''] = both.map(
    ({ id, fields }) => `${sortable(fields.timestamp ?? '')} ${id}`,
  );
  return left < right ? 1 : -1;
}

/** Returns a record as one line for a terminal. */
export function lineOf({ id, fields, entries }: Shown): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const count = entries === undefined ? [] : [`entries=${entries}`];
  const line = [timestamp, id, ...count, ...texts].join('  ');
  const cut = line.replace(/^(.{160}).+/s, '$1…');
  // A copy, because a part of a text keeps the whole of it in memory.
  return Buffer.from(`  ${printable(cut)}\n`).toString();
}

/** Collects records: how many, and the first lines, by collection. */
export function listing(maxShown: number) {
  const groups = new Map<string, { count: number; lines: string }>();
  return {
    add(collection: string, entry: Shown): void {
      const { count = 0, lines = '' } = groups.get(collection) ?? {};
      const line = count < maxShown ? lineOf(entry) : '';
      groups.set(collection, { count: count + 1, lines: lines + line });
    },
    /** As in 'waitlist 2, feedback 1'. */
    counts: () =>
      [...groups].map(([name, { count }]) => `${name} ${count}`).join(', '),
    text: () =>
      [...groups]
        .map(([collection, { count, lines }]) => {
          const more = count - maxShown;
          const rest = more > 0 ? `  … and ${more} more\n` : '';
          return `${collection}: ${count}\n${lines}${rest}`;
        })
        .join(''),
  };
}
