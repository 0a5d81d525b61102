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
 * Where a formula would start a cell if the text were split. Excel does that
 * where the country's separator is the semicolon: it then sees no comma, and
 * behind the line's first quoted cell no quote keeps it from splitting.
 */
const startInside = /(?:^["\s]+|[;\t\r\n]["\s]*)(?=[=+\-@])/g;
