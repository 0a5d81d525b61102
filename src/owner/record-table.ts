import * as path from 'node:path';
import { formatJsonLine, toPrintable } from '../node/escape.ts';
import { collections } from '../node/server/firestore/rules.ts';
import { UserError } from '../node/user-error.ts';
import type { CommandContext } from './context.ts';
import { escapeFormula, isFormula, toCsvLine } from './csv.ts';
import { isDeliverable, withAsciiDomain } from './email-address.ts';
import { replaceFile } from './output-file.ts';
import {
  type Period,
  type ShownRecord,
  selectRecords,
} from './read-records.ts';

/** Maps each column's name to the function that returns a record's cell. */
type Columns = Record<string, (record: ShownRecord) => string>;

const emailOf = ({ fields: { email = '' } }: ShownRecord) => email;
const nameOf = ({ fields: { name = '' } }: ShownRecord) => name;
/** The email with an ASCII domain, unescaped, because mail tools reject the escapes. */
const asciiEmailOf = (record: ShownRecord) => withAsciiDomain(emailOf(record));

/** The columns that each mail tool imports, by the tool's name. */
export const toolTables: Record<string, Columns> = {
  // https://listmonk.app/docs/concepts/#attributes
  listmonk: {
    email: asciiEmailOf,
    name: nameOf,
    attributes: ({ fields: { email, name, message, timestamp, ...rest } }) =>
      JSON.stringify(rest),
  },
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: {
    'Email Address': asciiEmailOf,
    'First Name': nameOf,
    Brand: ({ fields: { favoriteBrand, brand, company = '' } }) =>
      favoriteBrand ?? brand ?? company,
  },
};

/** Writes records as CSV or JSON lines, to the --out file or to standard output. */
export async function writeTable(context: CommandContext, period?: Period) {
  const { directory, print, log, names, format, out } = context;
  const tool = context.for;
  if (format === 'csv' && names.length > 1) {
    throw new UserError(
      'A CSV table contains one collection; name it, for example: npm run records -- waitlist --csv --out waitlist.csv',
    );
  }
  let count = 0;
  let undeliverableCount = 0;
  let formulaCount = 0;
  let isComplete = true;
  const emit = async (write: (text: string) => Promise<boolean> | boolean) => {
    for (const name of names) {
      const { head, formatRow } = createTableFormat(context, name);
      for await (const page of selectRecords(context, name, period)) {
        const records = page.filter((r) => !tool || isDeliverable(emailOf(r)));
        undeliverableCount += page.length - records.length;
        if (records.length === 0) continue;
        if (tool)
          formulaCount += records.map(asciiEmailOf).filter(isFormula).length;
        const rows = records.map(formatRow).join('');
        isComplete = await write(count === 0 ? head + rows : rows);
        count += records.length;
        if (!isComplete) return true;
      }
      // Otherwise the file would still contain the records of an earlier run.
      if (count === 0 && context.new && out !== undefined) await write(head);
    }
    return count > 0 || context.new === true;
  };
  const file = path.resolve(directory, out ?? '');
  await (out === undefined ? emit(print) : replaceFile(file, emit));
  if (out !== undefined && count > 0)
    await print(`Wrote ${count} records of ${names.join(', ')} to ${file}\n`);
  if (undeliverableCount > 0)
    log(`Left out because no mail can reach them: ${undeliverableCount}`);
  if (formulaCount > 0)
    log(
      `Import this table without opening it in a spreadsheet, because a spreadsheet would run ${formulaCount} of its addresses as formulas.`,
    );
  return { count, isComplete };
}

/** Returns the first line of a table, and a function that renders a record. */
function createTableFormat(context: CommandContext, collection: string) {
  const { format, for: tool, out, unique } = context;
  if (format === 'json') {
    const formatRow = ({ id, fields, entries }: ShownRecord) => {
      const { timestamp = '', ...rest } = fields;
      return formatJsonLine({ collection, id, timestamp, ...rest, entries });
    };
    return { head: '', formatRow };
  }
  const isForTerminal = out === undefined && context.isTerminal;
  const columns = (tool && toolTables[tool]) || columnsOf(collection, unique);
  const cellGetters = Object.values(columns);
  const formatRow = (record: ShownRecord) => {
    const texts = cellGetters.map((getCell) => {
      const text = getCell(record);
      // Terminals would execute control characters, and mail tools do not expect them.
      const shownText = tool || isForTerminal ? toPrintable(text) : text;
      const isUnescaped = isForTerminal || getCell === asciiEmailOf;
      return isUnescaped ? shownText : escapeFormula(shownText);
    });
    return toCsvLine(texts);
  };
  // Excel reads UTF-8 only with a byte order mark, which mail tools reject.
  const byteOrderMark = isForTerminal || tool ? '' : '\uFEFF';
  return { head: byteOrderMark + toCsvLine(Object.keys(columns)), formatRow };
}

/** Returns the columns of a collection, which never depend on its records. */
function columnsOf(collection: string, unique: boolean): Columns {
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  const columns: Columns = { id: ({ id }) => id };
  for (const name of names) columns[name] = ({ fields }) => fields[name] ?? '';
  if (unique) columns.entries = ({ entries }) => String(entries);
  return columns;
}
