import { UserError } from '../node/user-error.ts';
import { knownFields } from '../rules/known-fields.ts';
import { createUsageError } from './command-line.ts';
import type { CommandContext } from './context.ts';
import type { Entry } from './record-source.ts';
import { formatTime, parseTime } from './times.ts';

export type RecordPages = AsyncIterable<{
  collection: string;
  page: readonly Entry[];
}>;

export const collectionNames = [...knownFields.keys()];

/** The free plan's limits for each day: https://firebase.google.com/docs/firestore/quotas */
const freePerDay = { reads: 50_000, writes: 20_000, deletions: 20_000 };

/** The number of reads or changes below which their cost is not reported. */
const minReportedCost = 1000;

/** The number of records between two lines about the progress. */
export const recordsPerProgressLine = 6000;

/** Returns the collections that an argument names: one, or all if it names none. */
export function parseCollection(argument: string | undefined): string[] {
  if (!argument) return collectionNames;
  if (collectionNames.includes(argument)) return [argument];
  throw createUsageError(
    `"${argument}" is neither a command nor a collection; the collections are ${collectionNames.join(', ')}`,
  );
}

/** Parses --since, and reports the time zone in which a day begins. */
export function parseSince(
  { now, log }: Pick<CommandContext, 'now' | 'log'>,
  text: string | undefined,
): string | undefined {
  if (text === undefined) return undefined;

  const since = parseTime(text, now());
  log(`Only records since ${formatTime(since)}.`);
  return since;
}

/** Reports what many reads or changes of production cost, before they happen. */
export function reportCost(
  { source, log }: CommandContext,
  kind: keyof typeof freePerDay,
  count: number,
): void {
  // A report of less would clutter the mail of a scheduled export.
  if (!source.isProduction || count < minReportedCost) return;

  const free = freePerDay[kind];
  const excessText =
    count > free
      ? ` Without billing, the command stops when they are used up. Run it again the next day.`
      : '';
  log(
    `This costs about ${count} ${kind} of the free plan's ${free} a day.${excessText}`,
  );
}

/** Reads whole collections, and reports the cost and the progress. */
export async function* readAll(
  context: CommandContext,
  names: readonly string[],
  since?: string,
): RecordPages {
  const { source, log } = context;
  let total = 0;
  for (const name of names) total += (await source.count(name, since)).count;
  reportCost(context, 'reads', total);

  let readCount = 0;
  for (const collection of names) {
    for await (const page of source.find(collection, { since })) {
      if (page.length > 0) yield { collection, page };

      readCount += page.length;
      const isDue = readCount % recordsPerProgressLine < page.length;
      if (isDue) log(`${readCount} of ${total} read`);
    }
  }
}

export function createNoRecordsError(
  { source }: CommandContext,
  names: readonly string[],
  since?: string,
): UserError {
  const periodText = since ? ` since ${formatTime(since)}` : '';

  return new UserError(
    `There are no records in ${names.join(', ')} at ${source.place}${periodText}.`,
  );
}
