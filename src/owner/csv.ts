export function toCsvLine(cells: readonly string[]): string {
  const quotedCells = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quotedCells.join(',')}\r\n`;
}

/**
 * Adds an apostrophe before a text that a spreadsheet would run as a formula. Also
 * replaces each control character with a space, except tabs and line breaks.
 */
export function escapeFormula(text: string): string {
  const cleanText = text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
  return isFormula(cleanText) ? `'${cleanText}` : cleanText;
}

/** In East Asian locales, spreadsheets also accept the full-width signs. */
export const isFormula = (text: string) => /^[=+\-@＝＋－＠\t\r\n]/.test(text);
