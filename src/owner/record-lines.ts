import { toPrintable } from '../node/escape.ts';
import type { ShownRecord } from './select-records.ts';

/** In characters. Longer lines fill a terminal with one record. */
const maxLineLength = 160;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text after so many visible characters, and never inside an emoji. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;

  // Splitting a text takes long, and in ASCII each code unit is visible.
  const asciiStart = text.slice(0, maxLength + 1);
  if (/^[ -~]*$/.test(asciiStart)) return `${asciiStart.slice(0, -1)}…`;

  // A visible character may consist of many code units, but rarely of more than 20.
  const start = text.slice(0, maxLength * 20);
  const characters = Array.from(
    segmenter.segment(start),
    ({ segment }) => segment,
  );

  if (characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength).join('')}…`;
}

/** Returns a record as one line for a terminal. */
export function toRecordLine({ id, fields, entries }: ShownRecord): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  if (entries !== undefined) texts.unshift(`entries=${entries}`);
  const line = [timestamp, id, ...texts].join('  ');

  const excerpt = truncate(toPrintable(line), maxLineLength);
  // Copies the text, because a slice of a string retains the whole string in memory.
  return Buffer.from(`  ${excerpt}\n`).toString();
}

/** Counts the records of each collection, and collects the first `maxLines` lines. */
export function createListing({ maxLines }: { maxLines: number }) {
  const groups = new Map<string, { count: number; lines: string }>();
  const countAll = () =>
    [...groups.values()].reduce((sum, { count }) => sum + count, 0);

  return {
    add(collection: string, entry: ShownRecord): void {
      const { count = 0, lines = '' } = groups.get(collection) ?? {};
      const line = count < maxLines ? toRecordLine(entry) : '';
      groups.set(collection, { count: count + 1, lines: lines + line });
    },
    countAll,
    describeCounts: () =>
      [...groups].map(([name, { count }]) => `${name} ${count}`).join(', '),
    toText: () =>
      [...groups]
        .map(([collection, { count, lines }]) => {
          const hiddenCount = count - maxLines;
          const hiddenText =
            hiddenCount > 0 ? `  … and ${hiddenCount} more\n` : '';
          return `${collection}: ${count}\n${lines}${hiddenText}`;
        })
        .join(''),
  };
}

/** Returns "1 record" or "2 records". */
export function countRecords(count: number, noun = 'record'): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
