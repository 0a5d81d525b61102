const unprintablePattern = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Replaces characters that a terminal can interpret as commands. */
export function printable(text: string): string {
  return text.replace(unprintablePattern, ' ');
}

/** Returns a line of JSON that escapes characters which a terminal can interpret. */
export function jsonLine(value: object): string {
  const codeOf = (unit: string) =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // JSON escapes UTF-16 units, and some characters take two.
  const json = JSON.stringify(value).replace(unprintablePattern, (character) =>
    character.split('').map(codeOf).join(''),
  );
  return `${json}\n`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
