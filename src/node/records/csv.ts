/** One line of comma-separated values that no spreadsheet runs as a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const split = text.replace(startInside, "$&'");
  const harmless = /^[=+\-@\t\r\n]/.test(split) ? `'${split}` : split;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/**
 * Where the list separator is a semicolon, Excel splits a cell at each `;`,
 * even inside quotes. A formula that would begin such a part is escaped too.
 */
const startInside = /(?:^["\s]+|[;\t\r\n]["\s]*)(?=[=+\-@])/g;
