import * as path from 'node:path';
import { escaped, printable } from '../printable.ts';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { isPossible } from './address.ts';
import { writeWhole } from './files.ts';
import { type Arrival, type Shown, select } from './selection.ts';
import type { Given } from './show.ts';
import type { Task } from './task.ts';

type Cell = (fields: Shown['fields']) => string;

/** What mail tools import: their names for columns, and what stands there. */
export const tools: Record<string, Record<string, Cell>> = {
  // https://listmonk.app/docs/concepts/#attributes
  listmonk: {
    email: ({ email = '' }) => email,
    name: ({ name = '' }) => name,
    attributes: ({ email, name, message, timestamp, ...own }) =>
      JSON.stringify(own),
  },
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: {
    'Email Address': ({ email = '' }) => email,
    'First Name': ({ name = '' }) => name,
    Brand: ({ favoriteBrand, brand, company = '' }) =>
      favoriteBrand ?? brand ?? company,
  },
};

/** Writes all records that are meant, to a file or to whoever reads. */
export async function giveTable(task: Task, arrival?: Arrival): Promise<Given> {
  const { directory, print, progress, names, format, tool, out } = task;
  if (format === 'csv' && names.length > 1) {
    throw new UserError(
      'A table holds one collection; name it, as in: npm run records -- waitlist --csv --out waitlist.csv',
    );
  }
  let count = 0;
  let impossible = 0;
  let isRead = true;
  const fill = async (write: (text: string) => Promise<boolean> | boolean) => {
    for (const name of names) {
      const { head, row } = tableOf(task, name);
      for await (const page of select(task, name, arrival)) {
        const kept = page.filter(
          ({ fields }) => !tool || isPossible(fields.email ?? ''),
        );
        impossible += page.length - kept.length;
        if (kept.length === 0) continue;
        const text = kept.map(row).join('');
        isRead = await write(count === 0 ? head + text : text);
        count += kept.length;
        if (!isRead) return true;
      }
      // A file of what is new must not go on showing what was new before.
      if (count === 0 && task.new && out !== undefined) await write(head);
    }
    return count > 0 || task.new === true;
  };
  if (out === undefined) await fill(print);
  else {
    const file = path.resolve(directory, out);
    await writeWhole(file, fill);
    if (count > 0) await print(`${count} of ${names.join(', ')} in ${file}\n`);
  }
  if (impossible > 0) {
    progress(`Left out, as no mail can reach them: ${impossible}`);
  }
  if (count === 0) return 'nothing';
  return isRead ? 'all' : 'a part';
}

/** How a table begins, and how one record of it is written. */
function tableOf(task: Task, collection: string) {
  const { format, tool, out, unique } = task;
  if (format === 'json') {
    const row = ({
      id,
      fields: { timestamp = '', ...own },
      entries,
    }: Shown) => {
      const line = { collection, id, timestamp, ...own, entries };
      // What would move or colour a terminal, as JSON reads it back.
      return `${escaped(JSON.stringify(line))}\n`;
    };
    return { head: '', row };
  }
  const columns = tool && tools[tool];
  if (columns) {
    const cells = Object.values(columns);
    return {
      head: csvLine(Object.keys(columns)),
      row: ({ fields }: Shown) =>
        csvLine(cells.map((cell) => printable(cell(fields)))),
    };
  }
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  const isTerminal = out === undefined && task.isTerminal;
  // A terminal obeys what a spreadsheet only shows.
  const plain = isTerminal ? printable : harmless;
  const line = (cells: readonly string[]) => csvLine(cells.map(plain));
  const last = unique ? ['entries'] : [];
  // So that Excel takes the text for UTF-8.
  const byteOrderMark = isTerminal ? '' : '\uFEFF';
  return {
    head: byteOrderMark + line(['id', ...names, ...last]),
    row: ({ id, fields, entries }: Shown) => {
      const texts = names.map((name) => fields[name] ?? '');
      return line([id, ...texts, ...last.map(() => String(entries))]);
    },
  };
}

/** One line of comma-separated values, each as it is. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/**
 * A text that no spreadsheet runs as a formula, which only a cell's first
 * character can begin, and that brings a terminal nothing but line ends.
 */
export function harmless(text: string): string {
  const plain = text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
  return /^[=+\-@\t\r\n]/.test(plain) ? `'${plain}` : plain;
}
