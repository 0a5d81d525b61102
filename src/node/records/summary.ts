import { printable } from '../printable.ts';
import type { Progress } from './progress.ts';
import { type Selection, type Shown, select } from './selection.ts';
import type { Source } from './source.ts';

/** How many records a collection has, with the newest or with all new ones. */
export async function summarize(
  source: Source,
  collection: string,
  { isCounted, ...selection }: Selection & { isCounted: boolean },
  progress: Progress,
): Promise<{ text: string; count: number }> {
  const { since, isUnique, arrival } = selection;
  const maxShown = isCounted ? 0 : 3;
  let count = 0;
  let entries = 0;
  let lines: string[] = [];
  if (isUnique || arrival) {
    for await (const page of select(source, collection, selection, progress)) {
      count += page.length;
      for (const shown of page) {
        entries += shown.entries ?? 1;
        // What is new is shown whole: nobody is told of it again.
        if (arrival || lines.length < maxShown) lines.push(lineOf(shown));
      }
    }
    // They begin with their times.
    if (!isUnique) lines.sort().reverse();
  } else {
    count = await source.count(collection, { since });
    const isShown = count > 0 && maxShown > 0;
    const newest = isShown
      ? await source.newest(collection, maxShown, { since })
      : [];
    lines = newest.map(lineOf);
  }
  const counted = isUnique ? `${count} addresses in ${entries} records` : count;
  return { text: `${collection}: ${counted}\n${lines.join('')}`, count };
}

/** A record on one line of the terminal. */
export function lineOf({ id, fields, entries }: Shown): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const count = entries === undefined ? [] : [`entries=${entries}`];
  const line = [timestamp, id, ...count, ...texts].join('  ');
  const maxLength = 160;
  const cut = line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
  // A copy, since a part of a text keeps the whole of it in memory.
  return Buffer.from(`  ${printable(cut)}\n`).toString();
}
