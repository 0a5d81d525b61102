import { createRequire } from 'node:module';
import type { PlotOptions, RectYOptions } from '@observablehq/plot';
import { escapeHtml } from '../escape-html.ts';
import { type Bar, type Figures, weekdays } from './report.ts';

type Plot = typeof import('@observablehq/plot');

/** A chart at one width; a page holds it at two, for a phone and a screen. */
type Chart = (plot: Plot, width: number) => PlotOptions;

const widths = { narrow: 330, wide: 720 };
const maxBrands = 15;
const fill = 'var(--accent)';

/** The figures as one page, whole without a network and without a script. */
export function reportPage(figures: Figures, place: string, at: Date): string {
  // On demand, since few runs need them; run.js has closed import() by then.
  const require = createRequire(import.meta.url);
  const plot = require('@observablehq/plot') as Plot;
  const { parseHTML } = require('linkedom') as typeof import('linkedom');
  const { document } = parseHTML('<html></html>');
  const render = (chart: Chart) =>
    Object.entries(widths).map(([name, width]) => {
      const options = { document, width, ...chart(plot, width) };
      const { outerHTML } = plot.plot(options as PlotOptions) as unknown as {
        outerHTML: string;
      };
      return `<div class="${name}">${outerHTML}</div>`;
    });
  const figure = (title: string, chart: Chart) =>
    `<section><h2>${title}</h2>${render(chart).join('')}</section>`;
  const { total, signUps, people, days, kinds, brands, hours } = figures;
  const messages = kinds.reduce((sum, { count }) => sum + count, 0);
  const numbers = { 'sign-ups': signUps, people, messages, records: total };
  const tiles = Object.entries(numbers).map(
    ([name, count]) => `<li><b>${count}</b> ${name}</li>`,
  );
  const day = at.toISOString().slice(0, 10);
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
<ul>${tiles.join('')}</ul>
${days.length > 0 ? perDay(days) : ''}
${figure('Messages by kind', barsOf(kinds, 'Messages by kind'))}
${brands.length > 0 ? figure('Brands wanted most', barsOf(brands.slice(0, maxBrands), 'Brands wanted most')) : ''}
${figure('When they came, by hour', whenOf(hours))}
</main>
</html>
`;

  function perDay(days: readonly Bar[]): string {
    const interval = days.length > 120 ? 'week' : 'day';
    const title = `Sign-ups per ${interval}`;
    return (
      figure(title, daysOf(days, interval, title)) +
      figure('Sign-ups in all', growthOf(days))
    );
  }
}

const height = 220;

function daysOf(
  days: readonly Bar[],
  interval: 'day' | 'week',
  label: string,
): Chart {
  const data = days.map(({ name, count }) => ({ at: new Date(name), count }));
  return ({ rectY, ruleY, binX }, width) => ({
    ...{ height, ariaLabel: label, marginLeft: 40 },
    x: { label: null, type: 'utc', ticks: width / 110 },
    y: { label: null, grid: true, ...wholeTicks(days) },
    marks: [
      rectY(
        data,
        binX<RectYOptions>(
          { y: 'sum' },
          { x: 'at', y: 'count', interval, fill, inset: 0.5 },
        ),
      ),
      ruleY([0]),
    ],
  });
}

function growthOf(days: readonly Bar[]): Chart {
  let all = 0;
  const data = days.map(({ name, count }) => {
    all += count;
    return { at: new Date(name), all };
  });
  const y = { label: null, grid: true, zero: true };
  // A line of one day alone is not to be seen.
  const alone = data.length === 1 ? data : [];
  return ({ areaY, dot, lineY, ruleY }, width) => ({
    ...{ height, ariaLabel: 'Sign-ups in all', marginLeft: 48 },
    x: { label: null, type: 'utc', ticks: width / 110 },
    y: { ...y, ...wholeTicks([{ name: '', count: all }]) },
    marks: [
      areaY(data, { x: 'at', y: 'all', fill, fillOpacity: 0.2 }),
      lineY(data, { x: 'at', y: 'all', stroke: fill, strokeWidth: 2 }),
      dot(alone, { x: 'at', y: 'all', fill }),
      ruleY([0]),
    ],
  });
}

function barsOf(bars: readonly Bar[], ariaLabel: string): Chart {
  const max = Math.max(1, ...bars.map(({ count }) => count));
  return ({ barX, text, ruleX, axisY }, width) => ({
    ...{ ariaLabel, height: bars.length * 30 + 20, marginTop: 4 },
    ...{
      marginBottom: 8,
      marginLeft: width < 500 ? 120 : 190,
      marginRight: 50,
    },
    x: { axis: null, domain: [0, max] },
    y: { label: null, domain: bars.map(({ name }) => name) },
    marks: [
      barX(bars, { x: 'count', y: 'name', fill, insetTop: 2, insetBottom: 2 }),
      text(bars, {
        ...{ x: 'count', y: 'name', text: 'count', dx: 5 },
        ...{ textAnchor: 'start', fill: 'currentColor' },
      }),
      axisY({
        label: null,
        tickSize: 0,
        lineWidth: width < 500 ? 9 : 14,
        textOverflow: 'ellipsis',
      }),
      ruleX([0]),
    ],
  });
}

function whenOf(hours: Figures['hours']): Chart {
  const data = hours.flatMap((row, weekday) =>
    row.map((count, hour) => ({ weekday: weekdays[weekday], hour, count })),
  );
  return ({ cell }, width) => ({
    ...{ height: 200, ariaLabel: 'When they came', marginLeft: 40 },
    ...{ padding: width < 500 ? 0.05 : 0.1 },
    x: { label: null, ticks: [0, 3, 6, 9, 12, 15, 18, 21], tickSize: 0 },
    y: { label: null, domain: weekdays, tickSize: 0 },
    opacity: { domain: [0, Math.max(1, ...hours.flat())], range: [0.06, 1] },
    marks: [
      cell(data, {
        ...{ x: 'hour', y: 'weekday', fill, fillOpacity: 'count', rx: 2 },
        title: (at: { count: number }) => `${at.count}`,
      }),
    ],
  });
}

/** There are no half sign-ups. */
function wholeTicks(bars: readonly Bar[]) {
  const max = Math.max(0, ...bars.map(({ count }) => count));
  return { tickFormat: 'd', ticks: Math.min(5, Math.max(1, max)) };
}

const light =
  '--accent: #7a2be8; --ground: #fff; --text: #1d1527; --line: #e4dcef';
const dark =
  '--accent: #b98aff; --ground: #15101d; --text: #f0eaf8; --line: #3a2f4a';
const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
@media print { :root { color-scheme: light; ${light}; print-color-adjust: exact } }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 720px; margin: auto; padding: 24px 20px }
h1, h2 { line-height: 1.2; margin: 0 0 8px }
h2 { font-size: 18px; border-top: 1px solid var(--line); padding-top: 20px; margin-top: 28px }
p { margin: 0; overflow-wrap: anywhere }
ul { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; padding: 0; margin: 20px 0; list-style: none }
li { border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px }
b { display: block; font-size: 28px; line-height: 1.2 }
section { break-inside: avoid }
svg { display: block; max-width: 100%; height: auto; font-size: 12px; overflow: visible }
.wide { display: none }
@media (min-width: 768px), print { .wide { display: block } .narrow { display: none } }
`;
