import * as path from 'node:path';
import { formatJsonLine, toPrintable } from '../node/escape.ts';
import { UserError } from '../node/user-error.ts';
import { knownFields } from '../rules/known-fields.ts';
import { createUsageError, type OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { escapeFormula, isFormula, toCsvLine } from './csv.ts';
import { isDeliverable, withAsciiDomain } from './email-address.ts';
import { replaceFile } from './output-file.ts';
import {
  type Selection,
  type ShownRecord,
  selectRecords,
} from './select-records.ts';

/** Maps each column's name to the function that returns a record's cell. */
type Columns = Readonly<Record<string, (record: ShownRecord) => string>>;

const emailOf = ({ fields: { email = '' } }: ShownRecord) => email;
const nameOf = ({ fields: { name = '' } }: ShownRecord) => name;
/** The email with an ASCII domain, unescaped, because mail tools reject the escapes. */
const asciiEmailOf = (record: ShownRecord) => withAsciiDomain(emailOf(record));

/** The columns that each mail tool imports, by the tool's name. */
const toolTables: Readonly<Record<string, Columns>> = {
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

/** How to write a table. */
export type TableFormat =
  | { kind: 'json' }
  /** `columns` are those of a mail tool. */
  | { kind: 'csv'; columns?: Columns | undefined };

/** Returns the table's format, or undefined if the options ask for no table. */
export function parseTableFormat({
  csv,
  json,
  out,
  for: tool,
}: OptionsOf<'look'>): TableFormat | undefined {
  if (json) return { kind: 'json' };

  if (tool === undefined)
    return csv || out !== undefined ? { kind: 'csv' } : undefined;

  const columns = Object.hasOwn(toolTables, tool)
    ? toolTables[tool]
    : undefined;
  if (columns) return { kind: 'csv', columns };

  const tools = Object.keys(toolTables).join(' or ');
  throw createUsageError(`--for needs ${tools}, for example: --for listmonk`);
}

/**
 * Writes records to the --out file, or prints them. Returns their number.
 * `isComplete` is false if the reading program closed the pipe.
 */
export async function writeTable(
  context: CommandContext,
  selection: Selection,
  format: TableFormat,
  out: string | undefined,
) {
  const { directory, print, log } = context;
  const { names, period } = selection;
  if (format.kind === 'csv' && names.length > 1) {
    throw new UserError(
      'A CSV table contains one collection; name it, for example: npm run records "--" waitlist --csv --out waitlist.csv',
    );
  }

  const columns = format.kind === 'csv' ? format.columns : undefined;
  const isForTerminal = out === undefined && context.isTerminal;
  let count = 0;
  let undeliverableCount = 0;
  let formulaCount = 0;
  let isComplete = true;

  const emit = async (write: (text: string) => Promise<boolean> | boolean) => {
    for (const name of names) {
      const { head, formatRow } =
        format.kind === 'json'
          ? createJsonFormat(name)
          : createCsvFormat(name, selection.isUnique, columns, isForTerminal);

      for await (const page of selectRecords(context, name, selection)) {
        const records = columns
          ? page.filter((record) => isDeliverable(emailOf(record)))
          : page;
        undeliverableCount += page.length - records.length;

        if (records.length === 0) continue;
        if (columns)
          formulaCount += records.map(asciiEmailOf).filter(isFormula).length;

        const rows = records.map(formatRow).join('');
        isComplete = await write(count === 0 ? head + rows : rows);
        count += records.length;

        if (!isComplete) return true;
      }

      // Otherwise the file would still contain the records of an earlier run.
      if (count === 0 && period && out !== undefined) await write(head);
    }
    return count > 0 || period !== undefined;
  };

  const file = path.resolve(directory, out ?? '');
  if (out === undefined) await emit(print);
  else await replaceFile(file, emit);

  if (out !== undefined && count > 0)
    await print(`Wrote ${count} records of ${names.join(', ')} to ${file}\n`);

  if (undeliverableCount > 0)
    log(`Left out because no mail can reach them: ${undeliverableCount}`);

  if (formulaCount > 0) {
    log(
      `Import this table without opening it in a spreadsheet, because a spreadsheet would run ${formulaCount} of its addresses as formulas.`,
    );
  }

  return { count, isComplete };
}

interface RowFormat {
  /** The first line of the table, or ''. */
  head: string;
  formatRow(record: ShownRecord): string;
}

function createJsonFormat(collection: string): RowFormat {
  const formatRow = ({ id, fields, entries }: ShownRecord) => {
    const { timestamp = '', ...rest } = fields;
    return formatJsonLine({ collection, id, timestamp, ...rest, entries });
  };
  return { head: '', formatRow };
}

function createCsvFormat(
  collection: string,
  isUnique: boolean,
  toolColumns: Columns | undefined,
  isForTerminal: boolean,
): RowFormat {
  const columns = toolColumns ?? columnsOf(collection, isUnique);
  const cellGetters = Object.values(columns);
  const formatRow = (record: ShownRecord) => {
    const texts = cellGetters.map((getCell) => {
      const text = getCell(record);

      // Terminals would execute control characters, and mail tools do not expect them.
      const shownText = toolColumns || isForTerminal ? toPrintable(text) : text;
      const isUnescaped = isForTerminal || getCell === asciiEmailOf;
      return isUnescaped ? shownText : escapeFormula(shownText);
    });
    return toCsvLine(texts);
  };

  // Excel reads UTF-8 only with a byte order mark, which mail tools reject.
  const byteOrderMark = isForTerminal || toolColumns ? '' : '\uFEFF';
  return { head: byteOrderMark + toCsvLine(Object.keys(columns)), formatRow };
}

/** Returns the columns of a collection, which never depend on its records. */
function columnsOf(collection: string, isUnique: boolean): Columns {
  const names = [...(knownFields.get(collection) ?? []), 'timestamp'];
  const columns: Record<string, Columns[string]> = { id: ({ id }) => id };
  for (const name of names) columns[name] = ({ fields }) => fields[name] ?? '';
  if (isUnique) columns.entries = ({ entries }) => String(entries);
  return columns;
}
