import { type Difference, saveDifference } from './compare.ts';
import { commitBefore, intendedChanges } from './intended-changes.ts';

/** Returns an empty text if the list of intended changes has exactly the differences. */
export function createReport(
  story: string,
  differences: readonly Difference[],
  toPath: (fileName: string) => string,
): string {
  const lines: string[] = [];
  const suggestions: string[] = [];
  const isListed = ({ picture, part, width }: Difference) =>
    intendedChanges.some(
      (change) =>
        change.picture === picture &&
        change.part === part &&
        change.widths.includes(width),
    );
  for (const difference of differences) {
    if (isListed(difference)) continue;
    const { picture, width, part, reason = '' } = difference;
    const file = saveDifference(difference, toPath);
    lines.push(
      `"${picture}" at ${width} px: "${part}" looks different. ${file}${reason}`,
    );
    suggestions.push(
      `  { picture: ${JSON.stringify(picture)}, part: ${JSON.stringify(part)}, widths: [${width}], reason: '' },`,
    );
  }
  if (suggestions.length > 0)
    lines.push(
      `Each file shows the commit ${commitBefore.slice(0, 9)}, the current sources and their difference. If a change is intended, add it to tests/looks/intended-changes.ts:`,
      ...suggestions,
    );
  lines.push(...listNeedlessEntries(story, differences));
  return lines.join('\n');
}

/** Returns a line for each listed change of the story that there is not. */
function listNeedlessEntries(
  story: string,
  differences: readonly Difference[],
): string[] {
  const lines: string[] = [];
  for (const { picture, part, widths } of intendedChanges) {
    if (!picture.startsWith(`${story}: `)) continue;
    const unchanged = widths.filter(
      (width) =>
        !differences.some(
          (other) =>
            other.picture === picture &&
            other.part === part &&
            other.width === width,
        ),
    );
    if (unchanged.length > 0)
      lines.push(
        `tests/looks/intended-changes.ts lists "${picture}", "${part}" at ${unchanged} px, which looks as before. Remove it from the list.`,
      );
  }
  return lines;
}
