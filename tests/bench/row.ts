import type { Sample } from './statistics.ts';

/** One line of the report. */
export interface Row {
  what: string;
  /** The most that is still good; absent where it is only told. */
  most?: number;
  /** The least that is still good. */
  least?: number;
  unit: 'ms' | 'x' | 'kB' | 'points' | 'requests' | '';
  measured: Sample;
}

export function row(
  what: string,
  unit: Row['unit'],
  measured: Sample,
  goal: Pick<Row, 'most' | 'least'> = {},
): Row {
  return { what, unit, measured, ...goal };
}

export function isGood({ measured, most, least }: Row): boolean {
  // Not a number is not good either.
  return !(
    (most !== undefined && !(measured.median <= most)) ||
    (least !== undefined && !(measured.median >= least))
  );
}

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    goalOf(row),
    show(row.measured.median, row.unit),
    show(row.measured.spread, row.unit),
    verdictOf(row),
  ]);
  const all = [['What', 'Goal', 'Measured', 'Spread', 'Verdict'], ...cells];
  const [head = '', ...lines] = all.map((line) => `| ${line.join(' | ')} |`);
  return [head, '|---|---|---|---|---|', ...lines].join('\n');
}

function goalOf({ most, least, unit }: Row): string {
  if (most !== undefined) return `≤ ${show(most, unit)}`;
  return least === undefined ? '' : `≥ ${show(least, unit)}`;
}

function verdictOf(row: Row): string {
  if (row.most === undefined && row.least === undefined) return '';
  return isGood(row) ? 'reached' : 'missed';
}

function show(value: number, unit: Row['unit']): string {
  if (unit === 'x') return `${value.toFixed(2)} x`;
  const text = unit === '' ? String(+value.toFixed(3)) : value.toFixed(0);
  return unit === '' || unit === 'points' || unit === 'requests'
    ? text
    : `${text} ${unit}`;
}
