import { toPrintable } from '../node/escape.ts';
import { truncate } from './record-lines.ts';
import {
  type Bar,
  type Figures,
  sumCounts,
  weekdays,
} from './report-figures.ts';
import { describeTimeZone } from './times.ts';

/** The maximum number of bars in each chart. */
const maxBars = 30;

/** Renders the figures for a terminal, as text of at most 80 columns, with bars. */
export function renderText(figures: Figures): string {
  const { people, addresses, days, brands, hours } = figures;
  const maxCount = Math.max(1, ...hours.flat());

  const lines = hours.map((row, weekday) => {
    const barChars = row.map((count) => {
      const height = Math.ceil((count / maxCount) * 8);
      return height === 0 ? '·' : String.fromCharCode(0x2580 + height);
    });
    const total = row.reduce((sum, count) => sum + count, 0);
    return `  ${weekdays[weekday]}  ${barChars.join('')}  ${total}\n`;
  });

  const describeOmitted = (bars: Bar[], origin: string) =>
    bars.length > 0 ? `  … and ${sumCounts(bars)} ${origin}\n` : '';
  const addressesText = ` (${addresses} addresses; review lists near matches)`;
  const otherBrands = brands.slice(maxBars);

  return [
    `Sign-ups: ${figures.signUps}\n`,
    `Distinct people: ${people}${people < addresses ? addressesText : ''}\n`,
    `\nSign-ups per day, ${describeTimeZone()}\n${renderBars(days.slice(-maxBars))}`,
    describeOmitted(days.slice(0, -maxBars), 'on earlier days'),
    `\nMessages by kind\n${renderBars(figures.kinds)}`,
    `\nMost wanted brands\n${renderBars(brands.slice(0, maxBars))}`,
    describeOmitted(otherBrands, `for ${otherBrands.length} other brands`),
    `\nSign-ups and messages by hour, 0 to 23 ${describeTimeZone()}\n${lines.join('')}`,
  ].join('');
}

function renderBars(bars: readonly Bar[]): string {
  const names = bars.map(({ name }) => toPrintable(truncate(name, 23)));
  const width = Math.max(0, ...names.map((name) => name.length));
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));

  const lines = bars.map(({ count }, index) => {
    const name = names[index]?.padEnd(width);
    const paddedCount = String(count).padStart(String(maxCount).length);
    const barText = '█'.repeat(Math.ceil((count / maxCount) * 40));
    return `${`  ${name}  ${paddedCount}  ${barText}`.trimEnd()}\n`;
  });
  return lines.join('');
}
