import * as fs from 'node:fs';
import * as path from 'node:path';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { writeWhole } from './files.ts';
import { lineOf } from './listing.ts';
import { parseAnswer } from './remote.ts';
import { type Arrival, type Shown, select } from './selection.ts';
import { giveTable } from './table.ts';
import { nothingIn, type Task } from './task.ts';

/** How many records were written, and whether all of that was read. */
export interface Given {
  count: number;
  isRead: boolean;
}

/** Shows records as a summary or as a table; remembers the time for --new. */
export async function show(task: Task): Promise<void> {
  const { source, env, names, format } = task;
  const give = format ? giveTable : giveSummary;
  if (!task.new) {
    const { count } = await give(task);
    if (count === 0 && !task.counts) throw nothingIn(task);
    return;
  }
  const file = path.join(readSettings(env).dataDir, 'asked.json');
  const all = readAsked(file);
  // The local file's name alone, because its folder may have many paths.
  const place = path.basename(source.place);
  const { time: until } = await source.count('waitlist');
  const arrival = { asked: all[place] ?? {}, until };
  const { count, isRead } = await give(task, arrival);
  if (count === 0 || !isRead) return;
  const marks = names.map((name) => [name, until] as const);
  all[place] = { ...arrival.asked, ...Object.fromEntries(marks) };
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await writeWhole(file, async (write) => write(JSON.stringify(all)));
  } catch {
    throw new UserError(
      `All new records were printed, but ${file} cannot be written, so they will be printed again; make that folder yours, or set DATA_DIR to another one.`,
    );
  }
}

/** Returns, by place and collection, the time of the last complete --new. */
function readAsked(file: string): Record<string, Arrival['asked']> {
  if (!fs.existsSync(file)) return {};
  const asked = parseAnswer(fs.readFileSync(file, 'utf8'));
  if (asked) return { ...asked };
  throw new UserError(
    `${file} cannot be read; delete it, and all records are new again.`,
  );
}

async function giveSummary(task: Task, arrival?: Arrival): Promise<Given> {
  const { source, names, since, unique, counts, print } = task;
  const newest = counts ? 0 : 3;
  let total = 0;
  let all = `Records in ${source.place}\n`;
  for (const name of names) {
    const isWhole = unique || arrival;
    let count = isWhole ? 0 : (await source.count(name, since)).count;
    let entries = 0;
    const lines: string[] = [];
    const add = (page: readonly Shown[]) => {
      for (const shown of page) {
        entries += shown.entries ?? 1;
        // New records are all shown, because no later call shows them again.
        if (arrival || lines.length < newest) lines.push(lineOf(shown));
      }
    };
    if (isWhole) {
      for await (const page of select(task, name, arrival)) {
        count += page.length;
        add(page);
      }
      // The lines begin with their times.
      if (!unique) lines.sort().reverse();
    } else if (count > 0 && newest > 0) {
      for await (const page of source.find(name, { since, newest })) add(page);
    }
    const people = unique ? ` addresses in ${entries} records` : '';
    all += `${name}: ${count}${people}\n${lines.join('')}`;
    total += count;
  }
  const isRead = total === 0 && !counts ? true : await print(all);
  return { count: total, isRead };
}
