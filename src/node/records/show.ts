import * as fs from 'node:fs';
import * as path from 'node:path';
import { jsonLine, printable } from '../escape.ts';
import { parseObject, readText } from '../read-text.ts';
import { collections } from '../server/firestore/rules.ts';
import { readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { isPossible, toAscii } from './address.ts';
import { csvLine, escapeFormula, isFormula } from './csv.ts';
import { writeWhole } from './files.ts';
import {
  type Arrival,
  lineOf,
  nothingIn,
  type Shown,
  select,
  type Task,
} from './task.ts';

/** Shows records as a summary or as a table; remembers the time for --new. */
export async function show(task: Task): Promise<void> {
  const { source, env, names, format } = task;
  const give = format ? writeTable : printSummary;
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
  fs.mkdirSync(path.dirname(file), { recursive: true });
  await writeWhole(file, async (write) => write(JSON.stringify(all)));
}

/** Returns, by place and collection, the time of the last complete --new. */
function readAsked(file: string): Record<string, Arrival['asked']> {
  const asked = fs.existsSync(file) ? parseObject(readText(file)) : {};
  if (asked) return { ...asked };
  throw new UserError(
    `${file} cannot be read; delete it, and all records are new again.`,
  );
}

/** Returns how many records were written, and whether all of that was read. */
async function printSummary(task: Task, arrival?: Arrival) {
  const { source, names, since, unique, counts, print } = task;
  const newest = counts ? 0 : 3;
  let total = 0;
  let all = `Records in ${source.place}\n`;
  for (const name of names) {
    const isWhole = unique || arrival;
    let count = isWhole ? 0 : (await source.count(name, since)).count;
    const some = count * newest > 0 ? source.find(name, { since, newest }) : [];
    let entries = 0;
    const lines: string[] = [];
    for await (const page of isWhole ? select(task, name, arrival) : some) {
      if (isWhole) count += page.length;
      for (const shown of page as readonly Shown[]) {
        entries += shown.entries ?? 1;
        // New records are all shown, because no later call shows them again.
        if (arrival || lines.length < newest) lines.push(lineOf(shown));
      }
    }
    // The lines begin with their times.
    if (arrival && !unique) lines.sort().reverse();
    const people = unique ? ` addresses in ${entries} records` : '';
    all += `${name}: ${count}${people}\n${lines.join('')}`;
    total += count;
  }
  const isRead = total === 0 && !counts ? true : await print(all);
  return { count: total, isRead };
}

/** The names of columns, and what each cell holds. */
type Columns = Record<string, (shown: Shown) => string>;

const emailOf = ({ fields: { email = '' } }: Shown) => email;
const nameOf = ({ fields: { name = '' } }: Shown) => name;
/** As every mail tool takes it: with no Unicode, and with no quote before it. */
const address = (shown: Shown) => toAscii(emailOf(shown));

/** The columns that mail tools import. */
export const tools: Record<string, Columns> = {
  // https://listmonk.app/docs/concepts/#attributes
  listmonk: {
    email: address,
    name: nameOf,
    attributes: ({ fields: { email, name, message, timestamp, ...own } }) =>
      JSON.stringify(own),
  },
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: {
    'Email Address': address,
    'First Name': nameOf,
    Brand: ({ fields: { favoriteBrand, brand, company = '' } }) =>
      favoriteBrand ?? brand ?? company,
  },
};

/** Writes the selected records as a table, to a file or as output. */
async function writeTable(task: Task, arrival?: Arrival) {
  const { directory, print, progress, names, format, for: tool, out } = task;
  if (format === 'csv' && names.length > 1) {
    throw new UserError(
      'A table holds one collection; name it, as in: npm run records -- waitlist --csv --out waitlist.csv',
    );
  }
  let count = 0;
  let impossible = 0;
  let formulas = 0;
  let isRead = true;
  const fill = async (write: (text: string) => Promise<boolean> | boolean) => {
    for (const name of names) {
      const { head, row } = tableOf(task, name);
      for await (const page of select(task, name, arrival)) {
        const kept = page.filter((one) => !tool || isPossible(emailOf(one)));
        impossible += page.length - kept.length;
        if (kept.length === 0) continue;
        if (tool) formulas += kept.map(address).filter(isFormula).length;
        const text = kept.map(row).join('');
        isRead = await write(count === 0 ? head + text : text);
        count += kept.length;
        if (!isRead) return true;
      }
      // A file of new records must not go on to show older ones.
      if (count === 0 && task.new && out !== undefined) await write(head);
    }
    return count > 0 || task.new === true;
  };
  const file = path.resolve(directory, out ?? '');
  await (out === undefined ? fill(print) : writeWhole(file, fill));
  const written = `${count} of ${names.join(', ')} in ${file}\n`;
  if (out !== undefined && count > 0) await print(written);
  const left = `Left out, as no mail can reach them: ${impossible}`;
  if (impossible > 0) progress(left);
  const unsafe = `Import this table without opening it in a spreadsheet, which would run ${formulas} of its addresses as formulas.`;
  if (formulas > 0) progress(unsafe);
  return { count, isRead };
}

/** Returns how a table begins, and how one record of it is written. */
function tableOf(task: Task, collection: string) {
  const { format, for: tool, out, unique } = task;
  if (format === 'json') {
    const row = ({ id, fields, entries }: Shown) => {
      const { timestamp = '', ...own } = fields;
      return jsonLine({ collection, id, timestamp, ...own, entries });
    };
    return { head: '', row };
  }
  const isTerminal = out === undefined && task.isTerminal;
  const columns = (tool && tools[tool]) || ownColumns(collection, unique);
  const cells = Object.values(columns);
  const row = (record: Shown) => {
    const texts = cells.map((cell) => {
      const text = cell(record);
      // A terminal obeys what a spreadsheet only shows.
      const shown = tool || isTerminal ? printable(text) : text;
      return isTerminal || cell === address ? shown : escapeFormula(shown);
    });
    return csvLine(texts);
  };
  // Excel needs it to read the text as UTF-8; mail tools do not expect it.
  const byteOrderMark = isTerminal || tool ? '' : '\uFEFF';
  return { head: byteOrderMark + csvLine(Object.keys(columns)), row };
}

/** Returns a collection's columns, the same whatever it holds. */
function ownColumns(collection: string, unique: boolean): Columns {
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  const columns: Columns = { id: ({ id }) => id };
  for (const name of names) columns[name] = ({ fields }) => fields[name] ?? '';
  if (unique) columns.entries = ({ entries }) => String(entries);
  return columns;
}
