import { escaped, printable } from '../printable.ts';
import { collections } from '../server/firestore/rules.ts';
import { isPossible } from './address.ts';
import { csvLine, harmless } from './csv.ts';
import { cellsOf, columnsOf, type Tool } from './mail-tools.ts';
import type { Progress } from './progress.ts';
import { type Selection, type Shown, select } from './selection.ts';
import type { Source } from './source.ts';

/** So that Excel takes the text for UTF-8. */
const byteOrderMark = '\uFEFF';

export interface Format {
  name: 'csv' | 'json';
  /** Whose columns they are, instead of our own. */
  tool: Tool | undefined;
  isTerminal: boolean;
}

/** How a table begins, and how one record of it is written. */
interface Table {
  head: string;
  row(entry: Shown): string;
}

/** What stands before the first record of the collections' table. */
export function headOf(collection: string, isUnique: boolean, format: Format) {
  return tableOf(collection, isUnique, format).head;
}

/** The records, piece by piece, and how many they are. */
export async function* writeTable(
  source: Source,
  shown: readonly string[],
  selectionOf: (collection: string) => Selection,
  format: Format,
  progress: Progress,
): AsyncGenerator<{ text: string; count: number }> {
  let impossible = 0;
  for (const collection of shown) {
    const selection = selectionOf(collection);
    const table = tableOf(collection, selection.isUnique, format);
    for await (const page of select(source, collection, selection, progress)) {
      // In pieces, since there may be one page with all addresses.
      for (let start = 0; start < page.length; start += 1000) {
        const piece = page.slice(start, start + 1000);
        const kept = format.tool
          ? piece.filter(({ fields }) => isPossible(fields.email ?? ''))
          : piece;
        impossible += piece.length - kept.length;
        yield { text: kept.map(table.row).join(''), count: kept.length };
      }
    }
  }
  if (impossible === 0) return;
  progress.progress(`Left out, as no mail can reach them: ${impossible}`);
}

function tableOf(
  collection: string,
  isUnique: boolean,
  { name, tool, isTerminal }: Format,
): Table {
  if (name === 'json') {
    return { head: '', row: (entry) => jsonLine(collection, entry) };
  }
  if (tool) {
    return {
      head: csvLine(columnsOf(tool)),
      row: ({ fields }) => csvLine(cellsOf(tool, fields)),
    };
  }
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  // A terminal obeys what a spreadsheet only shows.
  const plain = isTerminal ? printable : harmless;
  const line = (cells: readonly string[]) => csvLine(cells.map(plain));
  const last = isUnique ? ['entries'] : [];
  return {
    head: (isTerminal ? '' : byteOrderMark) + line(['id', ...names, ...last]),
    row: ({ id, fields, entries }) => {
      const texts = names.map((name) => fields[name] ?? '');
      return line([id, ...texts, ...last.map(() => String(entries))]);
    },
  };
}

/** Escapes what would move or colour a terminal, which JSON reads back. */
function jsonLine(collection: string, { id, fields, entries }: Shown): string {
  const { timestamp = '', ...own } = fields;
  const count = entries !== undefined && { entries };
  const line = JSON.stringify({ collection, id, timestamp, ...own, ...count });
  return `${escaped(line)}\n`;
}
