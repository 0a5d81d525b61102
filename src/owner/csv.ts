export function toCsvLine(cells: readonly string[]): string {
  const quotedCells = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quotedCells.join(',')}\r\n`;
}

/** The signs that begin a formula. In East Asian locales, the full-width ones do too. */
const formulaSigns = '[=+\\-@＝＋－＠]';
/**
 * The place before a sign at which a cell may begin: at the start of the text, or after
 * a line break or separator inside it. A spreadsheet that separates cells by semicolons
 * ignores our quotation marks, because a comma follows them.
 */
const formulaStartPattern = new RegExp(
  `(?:^|[\\t\\r\\n;,])[\\s"']*(?=${formulaSigns})`,
  'g',
);
const formulaPattern = new RegExp(`^(${formulaSigns}|[\\t\\r\\n])`);

/**
 * Adds an apostrophe before whatever a spreadsheet would run as a formula. Also
 * replaces each control character with a space, except tabs and line breaks.
 */
export function escapeFormula(text: string): string {
  const cleanText = text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
  const harmlessText = cleanText.replace(formulaStartPattern, "$&'");
  return isFormula(harmlessText) ? `'${harmlessText}` : harmlessText;
}

export function isFormula(text: string): boolean {
  return formulaPattern.test(text);
}
