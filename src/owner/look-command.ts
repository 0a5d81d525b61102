import { createUsageError, type OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { openMark } from './marks.ts';
import {
  createNoRecordsError,
  parseCollection,
  parseSince,
} from './read-records.ts';
import { toRecordLine } from './record-lines.ts';
import { parseTableFormat, writeTable } from './record-table.ts';
import {
  type Selection,
  type ShownRecord,
  selectRecords,
} from './select-records.ts';

type Options = OptionsOf<'look'>;

/** Prints a summary or a table. With --new, only what its reader has not seen. */
export async function look(
  context: CommandContext,
  options: Options,
  argument: string,
) {
  rejectClashes(options);
  const names = parseCollection(argument);
  const format = parseTableFormat(options);
  const since = parseSince(context, options.since);
  const isUnique = Boolean(options.unique || options.for);
  const write = (selection: Selection) =>
    format
      ? writeTable(context, selection, format, options.out)
      : printSummary(context, selection, options.counts ?? false);

  if (options.new === undefined) {
    const { count } = await write({ names, since, isUnique });
    if (count > 0 || options.counts) return;
    throw createNoRecordsError(context, names, since);
  }

  const mark = openMark(context, options.new);
  if (mark.isNew) {
    context.log(
      `${options.new} is new on this machine, so every record counts as new. What ${options.new} has seen on another machine or in another project is printed again.`,
    );
  }
  const { time: until } = await context.source.count('waitlist');
  const period = { lastTimes: mark.lastTimes, until };
  const { count, isComplete } = await write({ names, since, isUnique, period });
  if (count === 0) context.log(`${options.new} has seen every record.`);

  // The mark moves only when everything before it was printed.
  if (count > 0 && isComplete) {
    const times = Object.fromEntries(names.map((name) => [name, until]));
    await mark.move(times);
  }
}

/** Rejects pairs of options that contradict each other. */
function rejectClashes(options: Options): void {
  const given = (...names: (keyof Options)[]) =>
    names.filter((name) => options[name] !== undefined);
  const clashes = [
    given('csv', 'json', 'for', 'counts'),
    // The mark of --new would pass records that --since or --counts leaves out.
    given('new', 'since'),
    given('new', 'counts'),
    given('counts', 'out'),
  ];
  const clash = clashes.find((names) => names.length > 1);
  if (clash) {
    throw createUsageError(`--${clash.join(' and --')} cannot be combined`);
  }
}

/** Returns the number of records. `isComplete` is false if `| head` closed the pipe. */
async function printSummary(
  context: CommandContext,
  selection: Selection,
  hasOnlyCounts: boolean,
) {
  const maxLines = hasOnlyCounts ? 0 : 3;
  let total = 0;
  let summaryText = '';
  for (const name of selection.names) {
    const { count, text } = await summarizeCollection(
      context,
      name,
      selection,
      maxLines,
    );
    total += count;
    summaryText += text;
  }

  const hasOutput = total > 0 || hasOnlyCounts;
  const isComplete = hasOutput ? await context.print(summaryText) : true;
  return { count: total, isComplete };
}

/** Returns the number of a collection's records, and its part of the summary. */
async function summarizeCollection(
  context: CommandContext,
  name: string,
  selection: Selection,
  maxLines: number,
) {
  const { source } = context;
  const { since, isUnique, period } = selection;
  const mustReadAll = isUnique || period !== undefined;

  let count = mustReadAll ? 0 : (await source.count(name, since)).count;
  const sample =
    count > 0 && maxLines > 0
      ? source.find(name, { since, newest: maxLines })
      : [];
  const pages = mustReadAll ? selectRecords(context, name, selection) : sample;

  let entries = 0;
  const lines: string[] = [];
  for await (const page of pages) {
    if (mustReadAll) count += page.length;
    for (const record of page as readonly ShownRecord[]) {
      entries += record.entries ?? 1;
      // With --new, prints all records, because the next --new omits them.
      if (period || lines.length < maxLines) lines.push(toRecordLine(record));
    }
  }
  // Each line starts with the record's time, so the lines sort by time.
  if (period && !isUnique) lines.sort().reverse();

  const addressPhrase = isUnique ? ` addresses in ${entries} records` : '';
  const text = `${name}: ${count}${addressPhrase}\n${lines.join('')}`;
  return { count, text };
}
