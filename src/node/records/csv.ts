export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/**
 * Prefixes a text that a spreadsheet would run as a formula with an apostrophe,
 * and replaces control characters except tabs and line breaks with spaces.
 */
export function escapeFormula(text: string): string {
  const plain = text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
  return isFormula(plain) ? `'${plain}` : plain;
}

/** Spreadsheets of East Asian locales also accept the full-width signs. */
export const isFormula = (text: string) => /^[=+\-@＝＋－＠\t\r\n]/.test(text);
