import { printable } from '../printable.ts';
import type { Shown } from './selection.ts';

/** Returns a record as one line for a terminal. */
export function lineOf({ id, fields, entries }: Shown): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const count = entries === undefined ? [] : [`entries=${entries}`];
  const line = [timestamp, id, ...count, ...texts].join('  ');
  const cut = line.replace(/^(.{160}).+/s, '$1…');
  // A copy, because a part of a text keeps the whole of it in memory.
  return Buffer.from(`  ${printable(cut)}\n`).toString();
}

/** Collects records: how many, and the first lines, by collection. */
export function listing(maxShown: number) {
  const groups = new Map<string, { count: number; lines: string }>();
  return {
    add(collection: string, entry: Shown): void {
      const { count = 0, lines = '' } = groups.get(collection) ?? {};
      const line = count < maxShown ? lineOf(entry) : '';
      groups.set(collection, { count: count + 1, lines: lines + line });
    },
    /** As in 'waitlist 2, feedback 1'. */
    counts: () =>
      [...groups].map(([name, { count }]) => `${name} ${count}`).join(', '),
    text: () =>
      [...groups]
        .map(([collection, { count, lines }]) => {
          const more = count - maxShown;
          const rest = more > 0 ? `  … and ${more} more\n` : '';
          return `${collection}: ${count}\n${lines}${rest}`;
        })
        .join(''),
  };
}
