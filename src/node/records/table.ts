import { printable, unprintable } from '../printable.ts';
import { collections } from '../server/firestore/rules.ts';
import { csvLine } from './csv.ts';
import type { Progress } from './progress.ts';
import { type Selection, type Shown, select } from './selection.ts';
import type { Source } from './source.ts';

/** So that Excel takes the text for UTF-8. */
const byteOrderMark = '\uFEFF';

/** What is to be written, piece by piece, and how many records that is. */
export async function* writeTable(
  source: Source,
  shown: readonly string[],
  selectionOf: (collection: string) => Selection,
  format: { name: 'csv' | 'json'; isTerminal: boolean },
  progress: Progress,
): AsyncGenerator<{ text: string; count: number }> {
  let isFirst = true;
  for (const collection of shown) {
    const selection = selectionOf(collection);
    const table =
      format.name === 'json'
        ? { head: '', row: (entry: Shown) => jsonLine(collection, entry) }
        : csvTable(collection, selection.isUnique, format.isTerminal);
    for await (const page of select(source, collection, selection, progress)) {
      if (page.length === 0) continue;
      // In pieces, since there may be one page with all addresses.
      for (let start = 0; start < page.length; start += 1000) {
        const piece = page.slice(start, start + 1000);
        const text =
          (isFirst ? table.head : '') + piece.map(table.row).join('');
        isFirst = false;
        yield { text, count: piece.length };
      }
    }
  }
}

/** A terminal obeys what a spreadsheet only shows. */
function csvTable(collection: string, isUnique: boolean, isTerminal: boolean) {
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  const line = (cells: readonly string[]) =>
    csvLine(isTerminal ? cells.map(printable) : cells);
  const last = isUnique ? ['entries'] : [];
  return {
    head: (isTerminal ? '' : byteOrderMark) + line(['id', ...names, ...last]),
    row: ({ id, fields, entries }: Shown) => {
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
  const codeOf = (unit: string) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // By units, since some characters take two.
  const escaped = line.replace(unprintable, (character) =>
    character.split('').map(codeOf).join(''),
  );
  return `${escaped}\n`;
}
