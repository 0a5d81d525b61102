import * as path from 'node:path';
import { printable } from '../printable.ts';
import {
  type Bar,
  countFigures,
  type Figures,
  sumOf,
  weekdays,
} from './figures.ts';
import { writeWhole } from './files.ts';
import { reportPage } from './report-page.ts';
import { nothingIn, type Task } from './task.ts';

const maxDays = 14;
const maxBrands = 10;

/** Tells what is in the records, as text or as a page. */
export async function report(task: Task): Promise<void> {
  const { source, directory, out, now, print } = task;
  const figures = await countFigures(task);
  if (figures.total === 0) throw nothingIn(task);
  if (out === undefined) {
    await print(`Report on ${source.place}\n${textOf(figures)}`);
    return;
  }
  const file = path.resolve(directory, out);
  const page = reportPage(figures, source.place, new Date(now()));
  await writeWhole(file, async (write) => write(page));
  await print(`The report is in ${file}\n`);
}

/** The figures as a table with bars. */
function textOf({ signUps, people, days, kinds, brands, hours }: Figures) {
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
  return [
    `Sign-ups: ${signUps}\nDistinct people: ${people}\n`,
    `\nSign-ups per day, UTC\n${barsOf(days.slice(-maxDays))}`,
    more(early, 'on earlier days'),
    `\nMessages by kind\n${barsOf(kinds)}`,
    `\nBrands wanted most\n${barsOf(brands.slice(0, maxBrands))}`,
    more(rest, `for ${rest.length} other brands`),
    `\nWhen they came, hours 0 to 23, UTC\n${lines.join('')}`,
  ].join('');
}

function more(bars: readonly Bar[], what: string): string {
  return bars.length > 0 ? `  … and ${sumOf(bars)} ${what}\n` : '';
}

/** Columns that a terminal of eighty has room for. */
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
