import { printable } from '../printable.ts';
import type { Progress } from './progress.ts';
import { byNewest, type Selection, type Shown, select } from './selection.ts';
import type { Source } from './source.ts';

/** How many records a collection has, and the newest of them. */
export async function summarize(
  source: Source,
  collection: string,
  selection: Selection,
  progress: Progress,
): Promise<{ text: string; count: number }> {
  const { since, isUnique, arrival } = selection;
  const maxShown = arrival ? 50 : 3;
  let count = 0;
  let entries = 0;
  let newest: readonly Shown[] = [];
  if (isUnique || arrival) {
    for await (const page of select(source, collection, selection, progress)) {
      count += page.length;
      for (const shown of page) entries += shown.entries ?? 1;
      newest = [...newest, ...page].sort(byNewest).slice(0, maxShown);
    }
  } else {
    count = await source.count(collection, { since });
    if (count > 0)
      newest = await source.newest(collection, maxShown, { since });
  }
  const counted = isUnique ? `${count} addresses in ${entries} records` : count;
  const more =
    arrival && count > maxShown ? `  … and ${count - maxShown} more\n` : '';
  const text = `${collection}: ${counted}\n${newest.map(lineOf).join('')}${more}`;
  return { text, count };
}

/** A record on one line of the terminal. */
export function lineOf({ id, fields, entries }: Shown): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const count = entries === undefined ? [] : [`entries=${entries}`];
  const line = [timestamp, id, ...count, ...texts].join('  ');
  const maxLength = 160;
  const cut = line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
  return `  ${printable(cut)}\n`;
}
