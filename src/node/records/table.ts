import * as path from 'node:path';
import { escaped, printable } from '../printable.ts';
import { collections } from '../server/firestore/rules.ts';
import { UserError } from '../user-error.ts';
import { isPossible, toAscii } from './address.ts';
import { writeWhole } from './files.ts';
import { type Arrival, type Shown, select } from './selection.ts';
import type { Given } from './show.ts';
import type { Task } from './task.ts';

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
export async function giveTable(task: Task, arrival?: Arrival): Promise<Given> {
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
        const isFormula = (one: Shown) =>
          harmless(address(one)) !== address(one);
        if (tool) formulas += kept.filter(isFormula).length;
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
  if (out !== undefined && count > 0) {
    await print(`${count} of ${names.join(', ')} in ${file}\n`);
  }
  if (impossible > 0) {
    progress(`Left out, as no mail can reach them: ${impossible}`);
  }
  if (formulas > 0) {
    progress(
      `Import this table without opening it in a spreadsheet, which would run ${formulas} of its addresses as formulas.`,
    );
  }
  return { count, isRead };
}

/** Returns how a table begins, and how one record of it is written. */
function tableOf(task: Task, collection: string) {
  const { format, for: tool, out, unique } = task;
  if (format === 'json') {
    const row = ({ id, fields, entries }: Shown) => {
      const { timestamp = '', ...own } = fields;
      const line = { collection, id, timestamp, ...own, entries };
      // Escapes what would move or color a terminal.
      return `${escaped(JSON.stringify(line))}\n`;
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
      return isTerminal || cell === address ? shown : harmless(shown);
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
  const texts = names.map((name) => {
    const text = ({ fields }: Shown) => fields[name] ?? '';
    return [name, text] as const;
  });
  const last = { entries: ({ entries }: Shown) => String(entries) };
  const own = { id: ({ id }: Shown) => id, ...Object.fromEntries(texts) };
  return unique ? { ...own, ...last } : own;
}

/** Returns one line of comma-separated values, each as it is. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/**
 * Escapes a text that a spreadsheet would run as a formula, which only a cell's
 * first character can begin, and replaces control characters but line ends.
 * Spreadsheets of East Asian locales take the full-width signs as well.
 */
export function harmless(text: string): string {
  const plain = text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
  return /^[=+\-@＝＋－＠\t\r\n]/.test(plain) ? `'${plain}` : plain;
}
