import { printable } from '../printable.ts';
import { collections } from '../server/firestore/access.ts';
import { nothingIn, type Source } from './source.ts';

/** Where a table goes. */
export interface Paper {
  /** Gives false when nobody reads on. */
  write(text: string): Promise<boolean> | boolean;
  /** A terminal obeys what a spreadsheet only shows. */
  isTerminal: boolean;
  progress(line: string): void;
}

/** So that Excel takes the text for UTF-8. */
const byteOrderMark = '\uFEFF';

/** Writes a collection as a table; gives how many records it has written. */
export async function exportCsv(
  source: Source,
  collection: string,
  { write, isTerminal, progress }: Paper,
): Promise<number> {
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  const line = (cells: readonly string[]) =>
    csvLine(isTerminal ? cells.map(printable) : cells);
  let text = (isTerminal ? '' : byteOrderMark) + line(['id', ...names]);
  let count = 0;
  for await (const page of source.pages(collection)) {
    if (page.length === 0) continue;
    if (count > 0) progress(`${collection}: ${count} read, going on`);
    for (const { id, fields } of page) {
      text += line([id, ...names.map((name) => fields[name] ?? '')]);
    }
    count += page.length;
    if (!(await write(text))) return count;
    text = '';
  }
  if (count === 0) throw nothingIn(source, [collection]);
  return count;
}

/** One line of comma-separated values that no spreadsheet runs as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const split = text.replace(startInside, "$&'");
  const harmless = /^[=+\-@\t\r\n]/.test(split) ? `'${split}` : split;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/**
 * Where a formula would start a cell if the text were split. Excel does that
 * where the country's separator is the semicolon: it then sees no comma, and
 * behind the line's first quoted cell no quote keeps it from splitting.
 */
const startInside = /(?:^["\s]+|[;\t\r\n]["\s]*)(?=[=+\-@])/g;
