import type { Field } from '../form-definitions/form-definition.ts';

/**
 * A code point that draws nothing: spaces, control characters, lone surrogates,
 * default-ignorable code points, and some that Unicode lists as symbols.
 */
const invisibleChar =
  '[\\s\\p{Z}\\p{Cc}\\p{Cs}\\p{DI}\\u2800\\uFFF9-\\uFFFC\\u{1D159}]';
const invisibleCharPattern = new RegExp(`^${invisibleChar}$`, 'u');
/**
 * Invisible characters after the last visible one that belong to it: the tags of a flag
 * emoji such as England's, or the variation selectors of an emoji or ideograph.
 */
const flagTagsPattern = /^[\u{E0020}-\u{E007F}]+/u;
const variationSelectorsPattern = /^\p{VS}+/u;
const blackFlag = '\u{1F3F4}';
/** Invisible characters to remove from an email. A space stays, and causes an error. */
const invisibleInEmailPattern = new RegExp(`(?! )${invisibleChar}`, 'gu');
/** Line breaks other than "\n", as in text pasted from slides. */
const lineBreakPattern = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
const controlCharPattern = /(?![\t\n])[\p{Cc}\p{Cs}]/gu;

/**
 * Removes invisible characters at both ends, and all control characters. Also
 * normalizes an email, because no mail reaches a domain with full-width letters.
 */
export function cleanText(type: Field['type'], text: string): string {
  const trimmed = trimInvisible(text);
  if (type !== 'email') {
    return trimmed
      .replace(lineBreakPattern, '\n')
      .replace(controlCharPattern, '');
  }
  const email = trimmed.replace(invisibleInEmailPattern, '').normalize('NFKC');
  // Trims last, because NFKC turns some accents into a space and a combining mark.
  return email.replaceAll('\u3002', '.').trim();
}

/**
 * Looks at each character once. A regular expression for the end of a text would try
 * each of its blanks as the first of the last ones, which takes minutes for a pasted
 * column of empty cells.
 */
function trimInvisible(text: string): string {
  const chars = [...text];
  const isVisible = (char: string) => !invisibleCharPattern.test(char);
  const firstIndex = chars.findIndex(isVisible);
  if (firstIndex < 0) return '';

  const endIndex = chars.length - [...chars].reverse().findIndex(isVisible);
  const visibleChars = chars.slice(firstIndex, endIndex);
  const rest = chars.slice(endIndex).join('');
  return visibleChars.join('') + findEmojiEnd(visibleChars.at(-1), rest);
}

/** Returns the beginning of `rest` that belongs to the last visible character. */
function findEmojiEnd(lastChar = '', rest = ''): string {
  if (lastChar === blackFlag) return flagTagsPattern.exec(rest)?.[0] ?? '';
  const isAscii = lastChar <= '\u007f';
  return isAscii ? '' : (variationSelectorsPattern.exec(rest)?.[0] ?? '');
}
