import { escapeHtml } from '../escape-html.ts';
import { printable } from '../printable.ts';
import { type Bar, countFigures, sumOf, weekdays } from './figures.ts';
import { writeOut } from './files.ts';
import { nothingIn, type Task } from './task.ts';

/** Prints what is in the records, or writes it as a page. */
export async function report(task: Task): Promise<void> {
  const { source, out, now } = task;
  const figures = await countFigures(task);
  if (figures.total === 0) throw nothingIn(task);
  const head = `Report on ${source.place}`;
  const day = new Date(now()).toJSON().slice(0, 10);
  const text =
    out === undefined
      ? `${head}\n${textOf(figures, 14, 10)}`
      : pageOf(`${head}, ${day}`, textOf(figures, 120, 40));
  await writeOut(task, text, 'The report');
}

/** Returns the figures with bars, for a terminal of 80 columns. */
function textOf(
  figures: Awaited<ReturnType<typeof countFigures>>,
  maxDays: number,
  maxBrands: number,
): string {
  const { people, addresses, days, brands, hours } = figures;
  const early = days.slice(0, -maxDays);
  const rest = brands.slice(maxBrands);
  const max = Math.max(1, ...hours.flat());
  const lines = hours.map((row, weekday) => {
    const blocks = row.map((count) => {
      const height = Math.ceil((count / max) * 8);
      return height === 0 ? '·' : String.fromCharCode(0x2580 + height);
    });
    const total = row.reduce((sum, count) => sum + count, 0);
    return `  ${weekdays[weekday]}  ${blocks.join('')}  ${total}\n`;
  });
  const more = (bars: Bar[], what: string) =>
    bars.length > 0 ? `  … and ${sumOf(bars)} ${what}\n` : '';
  const near = ` (${addresses} addresses; review lists near matches)`;
  return [
    `Sign-ups: ${figures.signUps}\n`,
    `Distinct people: ${people}${people < addresses ? near : ''}\n`,
    `\nSign-ups per day, UTC\n${barsOf(days.slice(-maxDays))}`,
    more(early, 'on earlier days'),
    `\nMessages by kind\n${barsOf(figures.kinds)}`,
    `\nBrands wanted most\n${barsOf(brands.slice(0, maxBrands))}`,
    more(rest, `for ${rest.length} other brands`),
    `\nWhen they came, hours 0 to 23, UTC\n${lines.join('')}`,
  ].join('');
}

function barsOf(bars: readonly Bar[]): string {
  const names = bars.map(({ name }) =>
    printable(name.length > 24 ? `${name.slice(0, 23)}…` : name),
  );
  const width = Math.max(0, ...names.map((name) => name.length));
  const max = Math.max(1, ...bars.map(({ count }) => count));
  const lines = bars.map(({ count }, index) => {
    const name = names[index]?.padEnd(width);
    const number = String(count).padStart(String(max).length);
    const bar = '█'.repeat(Math.ceil((count / max) * 40));
    return `${`  ${name}  ${number}  ${bar}`.trimEnd()}\n`;
  });
  return lines.join('');
}

/** Returns a page that needs no network and no script. */
function pageOf(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>:root { color-scheme: light dark } body { max-width: 80ch; margin: auto; padding: 1em; font: 15px/1.3 monospace } pre { overflow: auto }</style>
<h1>${escapeHtml(title)}</h1>
<pre>${escapeHtml(text)}</pre>
</html>
`;
}
