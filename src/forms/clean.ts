import type { Field } from '../descriptions/form.ts';

/** Controls, format characters and halves of a pair. */
const unseen = '\\p{Cc}\\p{Cf}\\p{Cs}';
/** The last of those by which the flag of a region is written. */
const flagsEnd = '\\u{E007F}';
const blank = `(?!${flagsEnd})[\\s\\p{Z}${unseen}]`;
const ends = new RegExp(`^(?:${blank})+|(?:${blank})+$`, 'gu');
/** A space within an address is seen, and makes it none. */
const within = new RegExp(`(?! )${blank}`, 'gu');
/** Those of other programs, such as a slide's whose text is pasted. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const controls = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/**
 * Takes what stands in a field, returns what is submitted of it: without what
 * nobody sees at its ends, in an email also within, and without controls.
 */
export function clean(type: Field['type'], text: string): string {
  const seen = text.replace(ends, '');
  if (type === 'email') return seen.replace(within, '');
  return seen.replace(lineEnds, '\n').replace(controls, '');
}
