/** What several runs of one measurement gave. */
interface Sample {
  median: number;
  /** The distance between the quartiles. */
  spread: number;
}

/** One line of the report. */
export interface Row {
  what: string;
  /** The most that is still good; absent where it is only told. */
  most?: number;
  unit: 'ms' | 'x' | 'requests';
  measured: Sample;
}

type Goal = Pick<Row, 'most'>;

export function row(
  what: string,
  unit: Row['unit'],
  values: readonly number[],
  goal: Goal = {},
): Row {
  return { what, unit, measured: sampleOf(values), ...goal };
}

/** Of pairs of one run each, so that what slows both down cancels out. */
export function ratio(
  what: string,
  ours: readonly number[],
  others: readonly number[],
  goal: Goal = {},
): Row {
  const ratios = ours.map((value, run) => value / (others[run] ?? Number.NaN));
  return row(what, 'x', ratios, goal);
}

export function sampleOf(values: readonly number[]): Sample {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    spread: quantile(sorted, 0.75) - quantile(sorted, 0.25),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at % 1);
}

export function isGood({ measured, most }: Row): boolean {
  // Not a number is not good either.
  return most === undefined || measured.median <= most;
}

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const { what, most, unit, measured } = row;
    const goal = most === undefined ? '' : `≤ ${show(most, unit)}`;
    return [
      what,
      goal,
      show(measured.median, unit),
      show(measured.spread, unit),
      goal && (isGood(row) ? 'reached' : 'missed'),
    ];
  });
  const all = [['What', 'Goal', 'Measured', 'Spread', 'Verdict'], ...cells];
  const [head = '', ...lines] = all.map((line) => `| ${line.join(' | ')} |`);
  return [head, '|---|---|---|---|---|', ...lines].join('\n');
}

function show(value: number, unit: Row['unit']): string {
  if (unit === 'x') return `${value.toFixed(2)} x`;
  return unit === 'ms' ? `${value.toFixed(0)} ms` : value.toFixed(0);
}
