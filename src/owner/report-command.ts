import type { OptionsOf } from './command-line.ts';
import type { CommandContext } from './context.ts';
import { writeOutput } from './output-file.ts';
import { parseSince } from './read-records.ts';
import { computeFigures } from './report-figures.ts';
import { renderPage } from './report-page.ts';
import { renderText } from './report-text.ts';
import { formatDay } from './times.ts';

/** Prints figures about all records, or writes them to a page. */
export async function report(
  context: CommandContext,
  { since, out }: OptionsOf<'report'>,
) {
  const { source, now } = context;
  const figures = await computeFigures(context, parseSince(context, since));
  const origin = `${source.place}, ${formatDay(now())}`;

  const text =
    out === undefined
      ? `Report on ${origin}\n${renderText(figures)}`
      : renderPage(figures, origin);

  await writeOutput(context, text, 'the report', out);
}
