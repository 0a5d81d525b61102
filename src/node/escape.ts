/** What moves or colours a terminal. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of visitors or servers that leaves the terminal as it is. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ');
}

/** Returns a value as a line of JSON that leaves the terminal as it is. */
export function jsonLine(value: object): string {
  const codeOf = (unit: string) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // By units, since some characters take two.
  const json = JSON.stringify(value).replace(unprintable, (character) =>
    character.split('').map(codeOf).join(''),
  );
  return `${json}\n`;
}

/** A text as HTML has it, between tags or as the value of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
