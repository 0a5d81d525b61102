import * as fs from 'node:fs';
import * as path from 'node:path';
import { parseObject, readText } from '../node/read-text.ts';
import { readSettings } from '../node/settings.ts';
import { UserError } from '../node/user-error.ts';
import type { CommandContext } from './context.ts';
import { replaceFile } from './output-file.ts';
import {
  createNoRecordsError,
  type Period,
  type ShownRecord,
  selectRecords,
} from './read-records.ts';
import { toRecordLine } from './record-lines.ts';
import { writeTable } from './record-table.ts';

/** Prints a summary or a table. With --new, stores the time if the output is complete. */
export async function show(context: CommandContext): Promise<void> {
  const { source, env, names, format } = context;
  const write = format ? writeTable : printSummary;
  if (!context.new) {
    const { count } = await write(context);
    if (count === 0 && !context.counts) throw createNoRecordsError(context);
    return;
  }
  const file = path.join(readSettings(env).dataDir, 'asked.json');
  const timesBySource = readLastTimes(file);
  // Uses the base name, which is the same for each path that leads to a local file.
  const sourceName = path.basename(source.place);
  const { time: until } = await source.count('waitlist');
  const lastTimes = timesBySource[sourceName] ?? {};
  const { count, isComplete } = await write(context, { lastTimes, until });
  if (count === 0 || !isComplete) return;
  const times = Object.fromEntries(names.map((name) => [name, until]));
  timesBySource[sourceName] = { ...lastTimes, ...times };
  fs.mkdirSync(path.dirname(file), { recursive: true });
  await replaceFile(file, async (fill) => fill(JSON.stringify(timesBySource)));
}

/** Returns how far --new has shown the records: a time for each source and collection. */
function readLastTimes(file: string): Record<string, Period['lastTimes']> {
  const times = fs.existsSync(file) ? parseObject(readText(file)) : {};
  if (times) return { ...times };
  throw new UserError(
    `${file} cannot be read; delete it, and --new prints all records again.`,
  );
}

/** Returns the number of records. `isComplete` is false if `| head` closed the pipe. */
async function printSummary(context: CommandContext, period?: Period) {
  const { source, names, since, unique, counts, print } = context;
  const shown = counts ? 0 : 3;
  let total = 0;
  let summaryText = `Records in ${source.place}\n`;
  for (const name of names) {
    const mustRead = unique || period !== undefined;
    let count = mustRead ? 0 : (await source.count(name, since)).count;
    const sample =
      count * shown > 0 ? source.find(name, { since, newest: shown }) : [];
    let entries = 0;
    const lines: string[] = [];
    const pages = mustRead ? selectRecords(context, name, period) : sample;
    for await (const page of pages) {
      if (mustRead) count += page.length;
      for (const record of page as readonly ShownRecord[]) {
        entries += record.entries ?? 1;
        // With --new, lists all records, because the next --new will not list them again.
        if (period || lines.length < shown) lines.push(toRecordLine(record));
      }
    }
    // Each line starts with the record's time, so the lines sort by time.
    if (period && !unique) lines.sort().reverse();
    const addressPhrase = unique ? ` addresses in ${entries} records` : '';
    summaryText += `${name}: ${count}${addressPhrase}\n${lines.join('')}`;
    total += count;
  }
  const isComplete = total === 0 && !counts ? true : await print(summaryText);
  return { count: total, isComplete };
}
