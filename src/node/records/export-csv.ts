import { printable } from '../printable.ts';
import { collections } from '../server/firestore/access.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import type { Source } from './source.ts';

/** Where a table goes. */
export interface Paper {
  /** Gives false when nobody reads on. */
  write(text: string): Promise<boolean> | boolean;
  /** A terminal obeys what a spreadsheet only shows. */
  isTerminal: boolean;
  progress(line: string): void;
}

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
  return count;
}
