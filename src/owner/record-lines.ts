import { toPrintable } from '../node/escape.ts';
import type { ShownRecord } from './read-records.ts';

/** Returns a record as one line for a terminal, of at most 160 characters. */
export function toRecordLine({ id, fields, entries }: ShownRecord): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const count = entries === undefined ? [] : [`entries=${entries}`];
  const line = [timestamp, id, ...count, ...texts].join('  ');
  const excerpt = line.replace(/^(.{160}).+/s, '$1…');
  // Copies the text, because a slice of a string retains the whole string in memory.
  return Buffer.from(`  ${toPrintable(excerpt)}\n`).toString();
}

/** Counts the records of each collection, and collects the first `maxLines` lines. */
export function createListing(maxLines: number) {
  const groups = new Map<string, { count: number; lines: string }>();
  return {
    add(collection: string, entry: ShownRecord): void {
      const { count = 0, lines = '' } = groups.get(collection) ?? {};
      const line = count < maxLines ? toRecordLine(entry) : '';
      groups.set(collection, { count: count + 1, lines: lines + line });
    },
    counts: () =>
      [...groups].map(([name, { count }]) => `${name} ${count}`).join(', '),
    text: () =>
      [...groups]
        .map(([collection, { count, lines }]) => {
          const hiddenCount = count - maxLines;
          const rest = hiddenCount > 0 ? `  … and ${hiddenCount} more\n` : '';
          return `${collection}: ${count}\n${lines}${rest}`;
        })
        .join(''),
  };
}
