import * as path from 'node:path';
import { formatJsonLine, toPrintable } from '../node/escape.ts';
import { UserError } from '../node/user-error.ts';
import { knownFields } from '../rules/known-fields.ts';
import { createUsageError, type OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { escapeFormula, isFormula, toCsvLine } from './csv.ts';
import { isDeliverable, withAsciiDomain } from './email-address.ts';
import { allowsMail, getName } from './form-fields.ts';
import { replaceFile } from './output-file.ts';
import {
  type Selection,
  type ShownRecord,
  selectRecords,
} from './select-records.ts';

interface Column {
  getCell(record: ShownRecord): string;
  /** Whether formulas stay unescaped, because mail tools reject the escapes. */
  isRaw?: boolean;
}

/** Maps each column's name to the column. */
type Columns = Readonly<Record<string, Column>>;

const getEmail = ({ fields: { email = '' } }: ShownRecord) => email;
const getAsciiEmail = (record: ShownRecord) =>
  withAsciiDomain(getEmail(record));

const nameColumn: Column = { getCell: ({ fields }) => getName(fields) };
const asciiEmailColumn: Column = { getCell: getAsciiEmail, isRaw: true };

/** The columns that each mail tool imports, by the tool's name. */
const toolTables: Readonly<Record<string, Columns>> = {
  // https://listmonk.app/docs/concepts/#attributes
  listmonk: {
    email: asciiEmailColumn,
    name: nameColumn,
    attributes: { getCell: createListmonkAttributes },
  },
  // https://mailchimp.com/help/format-guidelines-for-your-import-file/
  mailchimp: {
    'Email Address': asciiEmailColumn,
    'First Name': nameColumn,
    Brand: {
      getCell: ({ fields: { favoriteBrand, brand, company = '' } }) =>
        favoriteBrand ?? brand ?? company,
    },
  },
};

/**
 * The fields that describe a subscriber. All others, such as a message, were written to
 * the owner alone, and templates of mails can print attributes.
 */
const subscriberFields = ['favoriteBrand', 'brand', 'company'];

function createListmonkAttributes({ fields }: ShownRecord): string {
  const attributes = Object.entries(fields).filter(([name]) =>
    subscriberFields.includes(name),
  );
  return JSON.stringify(Object.fromEntries(attributes));
}

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

/** Writes a part of the table. Returns false if the reading program closed the pipe. */
type Write = (text: string) => Promise<boolean> | boolean;

/** What to write. */
interface Table {
  selection: Selection;
  format: TableFormat;
  isForFile: boolean;
}

/** Numbers of records. */
interface Counts {
  written: number;
  /** Records left out, because their visitors have not allowed mail. */
  withoutPermission: number;
  /** Records left out, because no mail can reach their addresses. */
  undeliverable: number;
  /** Records whose address a spreadsheet would run as a formula. */
  formulas: number;
  /** Whether no reading program closed the pipe. */
  isComplete: boolean;
}

function createCounts(): Counts {
  return {
    written: 0,
    withoutPermission: 0,
    undeliverable: 0,
    formulas: 0,
    isComplete: true,
  };
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
  if (format.kind === 'csv' && selection.names.length > 1) {
    throw new UserError(
      'A CSV table contains one collection; name it, for example: npm run records "--" waitlist --csv --out waitlist.csv',
    );
  }

  const table = { selection, format, isForFile: out !== undefined };
  const counts =
    out === undefined
      ? await writeRows(context, table, context.print)
      : await writeFile(context, table, path.resolve(context.directory, out));

  reportProblems(context, counts);
  return { count: counts.written, isComplete: counts.isComplete };
}

async function writeFile(
  context: CommandContext,
  table: Table,
  file: string,
): Promise<Counts> {
  const { names, period } = table.selection;
  let counts = createCounts();

  await replaceFile(file, async (write) => {
    counts = await writeRows(context, table, write);

    // With --new, an older file would show the records of an earlier run again.
    const replacesOldFile = counts.written > 0 || period !== undefined;
    return replacesOldFile;
  });

  const { written } = counts;
  if (written > 0) {
    const list = names.join(', ');
    await context.print(`Wrote ${written} records of ${list} to ${file}\n`);
  }

  return counts;
}

async function writeRows(
  context: CommandContext,
  { selection, format, isForFile }: Table,
  write: Write,
): Promise<Counts> {
  const { names, period, isUnique } = selection;
  const isForTerminal = !isForFile && context.isTerminal;
  const toolColumns = format.kind === 'csv' ? format.columns : undefined;
  const counts = createCounts();

  for (const name of names) {
    const { head, formatRow } =
      format.kind === 'json'
        ? createJsonFormat(name)
        : createCsvFormat(name, isUnique, toolColumns, isForTerminal);

    for await (const page of selectRecords(context, name, selection)) {
      const allowed = toolColumns
        ? page.filter(({ fields }) => allowsMail(name, fields))
        : page;
      counts.withoutPermission += page.length - allowed.length;

      const records = toolColumns
        ? allowed.filter((record) => isDeliverable(getEmail(record)))
        : allowed;
      counts.undeliverable += allowed.length - records.length;

      if (records.length === 0) continue;
      if (toolColumns)
        counts.formulas += records.map(getAsciiEmail).filter(isFormula).length;

      const rows = records.map(formatRow).join('');
      const text = counts.written === 0 ? head + rows : rows;
      counts.isComplete = await write(text);
      counts.written += records.length;

      if (!counts.isComplete) return counts;
    }

    const isEmptyFile = isForFile && counts.written === 0;
    if (isEmptyFile && period) await write(head);
  }

  return counts;
}

function reportProblems(
  { log }: CommandContext,
  { withoutPermission, undeliverable, formulas }: Counts,
): void {
  if (withoutPermission > 0)
    log(
      `Left out because the visitors have not allowed mail: ${withoutPermission}`,
    );

  if (undeliverable > 0)
    log(`Left out because no mail can reach them: ${undeliverable}`);

  if (formulas > 0) {
    log(
      `Import this table without opening it in a spreadsheet, because a spreadsheet would run ${formulas} of its addresses as formulas.`,
    );
  }
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
  const columns = toolColumns ?? getColumns(collection, isUnique);
  const formatRow = (record: ShownRecord) => {
    const texts = Object.values(columns).map(({ getCell, isRaw }) => {
      const text = getCell(record);

      // Terminals would execute control characters, and mail tools do not expect them.
      const shownText = toolColumns || isForTerminal ? toPrintable(text) : text;
      const isUnescaped = isForTerminal || isRaw;
      return isUnescaped ? shownText : escapeFormula(shownText);
    });
    return toCsvLine(texts);
  };

  // Excel reads UTF-8 only with a byte order mark, which mail tools reject.
  const byteOrderMark = isForTerminal || toolColumns ? '' : '\uFEFF';
  return { head: byteOrderMark + toCsvLine(Object.keys(columns)), formatRow };
}

/** Returns the columns of a collection, which never depend on its records. */
function getColumns(collection: string, isUnique: boolean): Columns {
  const names = [...(knownFields.get(collection) ?? []), 'timestamp'];
  const columns: Record<string, Column> = { id: { getCell: ({ id }) => id } };
  for (const name of names)
    columns[name] = { getCell: ({ fields }) => fields[name] ?? '' };
  if (isUnique) columns.entries = { getCell: ({ entries }) => String(entries) };
  return columns;
}
