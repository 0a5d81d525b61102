/** One line of comma-separated values, each as it is. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}

/**
 * A text that no spreadsheet runs as a formula, which only a cell's first
 * character can begin, and that brings a terminal nothing but line ends.
 */
export function harmless(text: string): string {
  const plain = text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');
  return /^[=+\-@\t\r\n]/.test(plain) ? `'${plain}` : plain;
}
