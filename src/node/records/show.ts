import * as fs from 'node:fs';
import * as path from 'node:path';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { writeWhole } from './files.ts';
import { lineOf } from './listing.ts';
import { parseAnswer } from './remote.ts';
import { type Arrival, select } from './selection.ts';
import { giveTable } from './table.ts';
import { nothingIn, type Task } from './task.ts';

/** What was written: nothing, all, or a part, since nobody read on. */
export type Given = 'nothing' | 'all' | 'a part';

/** Shows records as a summary or as a table; keeps what was asked last. */
export async function show(task: Task): Promise<void> {
  const { source, env, names, format } = task;
  const give = format ? giveTable : giveSummary;
  if (!task.new) {
    if ((await give(task)) === 'nothing') throw nothingIn(task);
    return;
  }
  const file = path.join(readSettings(env).dataDir, 'asked.json');
  const all = readAsked(file);
  // The local file's name alone, since its folder may be named in many ways.
  const place = path.basename(source.place);
  const arrival = { asked: all[place] ?? {}, until: await source.now() };
  if ((await give(task, arrival)) !== 'all') return;
  const marks = names.map((name) => [name, arrival.until] as const);
  const asked = { ...arrival.asked, ...Object.fromEntries(marks) };
  await keepAsked(file, { ...all, [place]: asked });
}

async function giveSummary(task: Task, arrival?: Arrival): Promise<Given> {
  const { source, names, since, unique, counts, print } = task;
  const maxShown = counts ? 0 : 3;
  let total = 0;
  let all = `Records in ${source.place}\n`;
  for (const name of names) {
    let count = 0;
    let entries = 0;
    let lines: string[] = [];
    if (unique || arrival) {
      for await (const page of select(task, name, arrival)) {
        count += page.length;
        for (const shown of page) {
          entries += shown.entries ?? 1;
          // What is new is shown whole: nobody is told of it again.
          if (arrival || lines.length < maxShown) lines.push(lineOf(shown));
        }
      }
      // They begin with their times.
      if (!unique) lines.sort().reverse();
    } else {
      count = await source.count(name, since);
      if (count > 0 && !counts) {
        const newest = await source.newest(name, maxShown, since);
        lines = newest.map(lineOf);
      }
    }
    const people = unique ? ` addresses in ${entries} records` : '';
    all += `${name}: ${count}${people}\n${lines.join('')}`;
    total += count;
  }
  if (total === 0 && !counts) return 'nothing';
  return (await print(all)) ? 'all' : 'a part';
}

/** Until when each collection was asked, at each place. */
type AllAsked = Readonly<Record<string, Arrival['asked']>>;

function readAsked(file: string): AllAsked {
  if (!fs.existsSync(file)) return {};
  const asked = parseAnswer(fs.readFileSync(file, 'utf8'));
  if (asked) return { ...asked };
  throw new UserError(
    `${file} cannot be read; delete it, and all records are new again.`,
  );
}

async function keepAsked(file: string, asked: AllAsked): Promise<void> {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await writeWhole(file, async (write) => write(JSON.stringify(asked)));
  } catch {
    throw new UserError(
      `All that is new was given, but ${file} cannot be written, so it will be given again; make that folder yours, or set DATA_DIR to another one.`,
    );
  }
}
