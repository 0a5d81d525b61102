const unprintablePattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The character that joins several emoji to one, such as a family. */
const emojiJoinerPattern =
  /(?<=\p{Extended_Pictographic}|\p{EMod}|\uFE0F)\u200d(?=\p{Extended_Pictographic})/gu;

/** Replaces each character that controls a terminal with a space. */
export function toPrintable(text: string): string {
  const emojiParts = text.split(emojiJoinerPattern);
  return emojiParts
    .map((part) => part.replace(unprintablePattern, ' '))
    .join('\u200d');
}

/** Returns a text whose lines are printable. The line breaks stay. */
export function toPrintableLines(text: string): string {
  const lineBreak = /(\r?\n)/;
  const parts = text.split(lineBreak);
  return parts
    .map((part) => (lineBreak.test(part) ? part : toPrintable(part)))
    .join('');
}

/** Returns a line of JSON, with escapes for characters that control a terminal. */
export function formatJsonLine(value: object): string {
  const escapeUnit = (unit: string) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // A JSON escape stands for one UTF-16 unit, but some characters consist of two.
  const json = JSON.stringify(value).replace(unprintablePattern, (character) =>
    character.split('').map(escapeUnit).join(''),
  );
  return `${json}\n`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
