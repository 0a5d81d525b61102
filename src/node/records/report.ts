import * as path from 'node:path';
import { escapeHtml } from '../escape-html.ts';
import { printable } from '../printable.ts';
import {
  type Bar,
  countFigures,
  type Figures,
  sumOf,
  weekdays,
} from './figures.ts';
import { writeWhole } from './files.ts';
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
  const page = pageOf(figures, source.place, new Date(now()));
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

/** The figures as one page, whole without a network and without a script. */
function pageOf(figures: Figures, place: string, at: Date): string {
  const { total, signUps, people, kinds, brands, hours } = figures;
  const day = at.toISOString().slice(0, 10);
  const isLong = figures.days.length > 120;
  const days = isLong ? inWeeks(figures.days) : figures.days;
  let all = 0;
  const growth = days.map(({ name, count }) => {
    all += count;
    return { name, count: all };
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>pear: report of ${day}</title>
<style>${style}</style>
<main>
<h1>Report</h1>
<p>${escapeHtml(place)}, ${day}; times are UTC.</p>
<ul><li><b>${signUps}</b> sign-ups<li><b>${people}</b> people<li><b>${sumOf(kinds)}</b> messages<li><b>${total}</b> records</ul>
${columns(`Sign-ups per ${isLong ? 'week' : 'day'}`, days)}
${columns('Sign-ups in all', growth)}
${rows('Messages by kind', kinds)}
${rows('Brands wanted most', brands.slice(0, 15))}
${whenOf(hours)}
</main>
</html>
`;
}

function inWeeks(days: readonly Bar[]): Bar[] {
  return days.flatMap(({ name }, index) =>
    index % 7 === 0 ? { name, count: sumOf(days.slice(index, index + 7)) } : [],
  );
}

function share(count: number, bars: readonly { count: number }[]): string {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return `${((count / most) * 100).toFixed(1)}%`;
}

function columns(title: string, bars: readonly Bar[]): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return '';
  const most = Math.max(...bars.map(({ count }) => count));
  const all = bars.map(
    ({ name, count }) =>
      `<li title="${name}: ${count}" style="height:${share(count, bars)}"></li>`,
  );
  return `<section><h2>${title}</h2><p class="ends">at most ${most}</p>
<ol>${all.join('')}</ol><p class="ends"><span>${first.name}</span><span>${last.name}</span></p></section>`;
}

function rows(title: string, bars: readonly Bar[]): string {
  const all = bars.map(
    ({ name, count }) =>
      `<tr><th>${escapeHtml(printable(name))}</th><td><i style="width:${share(count, bars)}"></i></td><td>${count}</td></tr>`,
  );
  if (all.length === 0) return '';
  return `<section><h2>${title}</h2><table>${all.join('')}</table></section>`;
}

function whenOf(hours: Figures['hours']): string {
  const all = hours.flat().map((count) => ({ count }));
  const lines = hours.map((row, weekday) => {
    const cells = row.map(
      (count, hour) =>
        `<td title="${hour}:00: ${count}"><i style="opacity:${share(count, all)}"></i></td>`,
    );
    return `<tr><th>${weekdays[weekday]}</th>${cells.join('')}</tr>`;
  });
  return `<section><h2>When they came, by hour from 0 to 23</h2><table class="hours">${lines.join('')}</table></section>`;
}

const style = `
:root { color-scheme: light dark; print-color-adjust: exact; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 720px; margin: auto; padding: 12px; overflow-wrap: anywhere }
p { margin: 0 }
h2 { border-top: 1px solid #8886; margin: 28px 0 8px; padding-top: 20px; font-size: 18px }
ul { display: flex; flex-wrap: wrap; gap: 12px; padding: 0; list-style: none }
ul li { flex: 1 7em; border: 1px solid #8886; border-radius: 8px; padding: 10px 14px }
b { display: block; font-size: 28px; line-height: 1.2 }
section { break-inside: avoid }
ol { display: flex; align-items: end; gap: 1px; height: 180px; padding: 0; margin: 4px 0; list-style: none; border-bottom: 1px solid }
ol li, i { background: #9558f0; border-radius: 2px }
ol li { flex: 1; max-width: 60px }
.ends { display: flex; justify-content: space-between; font-size: 13px }
table { width: 100%; border-collapse: collapse }
th { width: 30%; text-align: start; font-weight: 400; padding: 3px 8px 3px 0 }
td:last-child { width: 1%; padding-left: 8px; text-align: end; white-space: nowrap }
i { display: block; height: 18px }
.hours th { width: 3em }
.hours td { width: auto; padding: 1px }
`;
