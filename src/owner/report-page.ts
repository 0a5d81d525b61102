import { readFileSync } from 'node:fs';
import { escapeHtml, toPrintable } from '../node/escape.ts';
import { truncate } from './record-lines.ts';
import {
  type Bar,
  type Figures,
  groupDays,
  sumCounts,
  weekdays,
} from './report-figures.ts';
import { describeTimeZone } from './times.ts';

const rootFolder = new URL('../../', import.meta.url);
const readSource = (name: string, encoding: BufferEncoding = 'utf8') =>
  readFileSync(new URL(name, rootFolder), encoding);

/** The maximum number of bars of brands. The table has the rest as one row. */
const maxBrands = 15;
/** The maximum number of bars of sign-ups over time. */
const maxPeriods = 31;

/**
 * Renders the figures as one page that needs no script and no network. Each chart has
 * its numbers in a table. The page holds no personal data.
 */
export function renderPage(figures: Figures, origin: string): string {
  const { days, kinds, brands, hours, signUps, people } = figures;
  const { period, bars } = groupDays(days, maxPeriods);

  const shownBrands = brands.slice(0, maxBrands);
  const otherBrands = brands.slice(maxBrands);
  const brandRows = [...shownBrands];
  if (otherBrands.length > 0) {
    brandRows.push({
      name: `${otherBrands.length} others`,
      count: sumCounts(otherBrands),
    });
  }

  const firstDay = days[0]?.name;
  const lastDay = days.at(-1)?.name;
  const rangeText = firstDay ? `${firstDay} to ${lastDay}, ` : '';

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; font-src data:">
<title>pear: sign-ups and messages</title>
<style>
${renderFonts()}
${readSource('src/styles/tokens.css')}
${readSource('src/owner/report-page.css')}
</style>
</head>
<body>
<header>
<p class="wordmark" translate="no">pear</p>
<h1>Sign-ups and messages</h1>
<p>${rangeText}times in ${escapeHtml(describeTimeZone())}</p>
</header>
<main>
<dl>
${renderNumber('Sign-ups', signUps)}
${renderNumber('People', people)}
${renderNumber('Messages', sumCounts(kinds))}
</dl>
${renderSection(
  `Sign-ups per ${period}`,
  renderColumns(bars),
  renderTable([capitalize(period), 'Sign-ups'], toRows(bars)),
)}
${renderSection(
  'Most wanted brands',
  renderRows(shownBrands),
  renderTable(['Brand', 'Votes'], toRows(brandRows)),
)}
${renderSection(
  'Messages by kind',
  renderRows(kinds),
  renderTable(['Kind', 'Messages'], toRows(kinds)),
)}
${renderSection(
  'Hours of the week',
  renderHours(hours),
  renderTable(
    ['Hour', ...weekdays],
    Array.from({ length: 24 }, (_, hour) => [
      String(hour),
      ...hours.map((row) => formatCount(row[hour] ?? 0)),
    ]),
  ),
)}
</main>
<footer><p>${escapeHtml(origin)}</p></footer>
</body>
</html>
`;
}

/** Embeds the site's fonts, because the page loads nothing. */
function renderFonts(): string {
  const styles = readSource('src/styles/fonts.css');
  return styles.replace(/url\("(.+?)"\)/g, (_, name: string) => {
    const folder = name.startsWith('./') ? 'src/styles' : 'node_modules';
    const data = readSource(`${folder}/${name}`, 'base64');
    return `url("data:font/woff2;base64,${data}")`;
  });
}

function renderNumber(name: string, count: number): string {
  return `<div><dt>${name}</dt><dd>${formatCount(count)}</dd></div>`;
}

function renderSection(title: string, chart: string, table: string): string {
  return `<section><h2>${title}</h2><div class="chart">${chart}</div><div class="numbers">${table}</div></section>`;
}

const toRows = (bars: readonly Bar[]) =>
  bars.map(({ name, count }) => [name, formatCount(count)]);

function renderTable(heads: string[], rows: string[][]): string {
  const headCells = heads.map((head) => `<th scope="col">${head}</th>`);
  const rowTexts = rows.map(([name = '', ...cells]) => {
    const dataCells = cells.map((cell) => `<td>${cell}</td>`).join('');
    return `<tr><th scope="row">${toHtml(name)}</th>${dataCells}</tr>`;
  });
  return `<table><thead><tr>${headCells.join('')}</tr></thead><tbody>${rowTexts.join('')}</tbody></table>`;
}

/** Renders vertical bars, with the first and the last name below them. */
function renderColumns(bars: readonly Bar[]): string {
  const width = 640;
  const height = 220;
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const step = width / Math.max(1, bars.length);
  // A single bar would fill the whole chart.
  const barWidth = Math.min(step * 0.8, 48);

  const rects = bars.map(({ name, count }, index) => {
    const barHeight = (count / maxCount) * height;
    const x = round(index * step + (step - barWidth) / 2);
    const y = round(height - barHeight);
    return `<rect x="${x}" y="${y}" width="${round(barWidth)}" height="${round(barHeight)}"><title>${toHtml(name)}: ${formatCount(count)}</title></rect>`;
  });

  const firstLabel = `<span>${bars[0]?.name ?? ''}</span>`;
  const lastLabel = bars.length > 1 ? `<span>${bars.at(-1)?.name}</span>` : '';
  const labels = `<p class="ends">${firstLabel}${lastLabel}</p>`;

  const label = `Bars, the highest is ${formatCount(maxCount)}`;
  return `<p class="top">${formatCount(maxCount)}</p><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${label}">${rects.join('')}</svg>${labels}`;
}

/** Renders a horizontal bar below each name. */
function renderRows(bars: readonly Bar[]): string {
  const maxCount = Math.max(1, ...bars.map(({ count }) => count));
  const rows = bars.map(({ name, count }) => {
    const width = round((count / maxCount) * 100);
    return `<li><span>${toHtml(truncate(name, 40))}</span><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="8"/></svg></li>`;
  });
  return `<ol>${rows.join('')}</ol>`;
}

/** Renders a square for each hour of the week. A fuller color means more records. */
function renderHours(hours: readonly number[][]): string {
  const maxCount = Math.max(1, ...hours.flat());
  // Space for the labels, and the size of an hour's square with its gap.
  const left = 48;
  const top = 24;
  const size = 24;

  const hourLabels = [0, 6, 12, 18].map(
    (hour) => `<text x="${left + hour * size}" y="17">${hour}</text>`,
  );

  const rows = hours.map((row, day) => {
    const y = top + day * size;
    const cells = row.map((count, hour) => {
      // An empty hour shows only its outline.
      const opacity = count === 0 ? 0 : round(0.15 + (count / maxCount) * 0.85);
      const title = `${weekdays[day]} ${hour}: ${formatCount(count)}`;
      return `<rect class="hour" x="${left + hour * size + 1}" y="${y + 1}" width="${size - 2}" height="${size - 2}" rx="4" fill-opacity="${opacity}"><title>${title}</title></rect>`;
    });
    return `<text x="0" y="${y + 17}">${weekdays[day]}</text>${cells.join('')}`;
  });

  const width = left + 24 * size;
  const height = top + 7 * size;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Hours of the week, the busiest has ${formatCount(maxCount)}">${hourLabels.join('')}${rows.join('')}</svg>`;
}

/** Removes control characters, and those that change the direction of text. */
const toHtml = (text: string) => escapeHtml(toPrintable(text));

const formatCount = (count: number) => count.toLocaleString('en');
const round = (value: number) => Math.round(value * 100) / 100;
const capitalize = (word: string) =>
  word.charAt(0).toUpperCase() + word.slice(1);
