/** One line of a report: what several runs of one measurement gave. */
export interface Row {
  what: string;
  unit: 'ms' | 'x';
  values: readonly number[];
  /** The most that is still good; absent where it is only told. */
  most?: number | undefined;
}

/**
 * The times of two that are measured in turn, by their names, and each pair of
 * runs by itself, so that what slows both cancels out.
 */
export function beside(
  what: string,
  times: Readonly<Record<string, readonly number[]>>,
  most?: number,
): Row[] {
  const [ours = [], others = []] = Object.values(times);
  const ratios = ours.map((time, run) => time / (others[run] ?? Number.NaN));
  const each = Object.entries(times).map(([name, values]) => {
    return { what: `${what}, ${name}`, unit: 'ms' as const, values };
  });
  const both = `${what}, ${Object.keys(times).join(' / ')}`;
  return [...each, { what: both, unit: 'x', values: ratios, most }];
}

export function isGood({ values, most }: Row): boolean {
  return most === undefined || quantile(values, 0.5) <= most;
}

/** Medians; the spread is the distance between the quartiles. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, unit, values, most } = row;
    const show = (value: number) =>
      `${value.toFixed(unit === 'x' ? 2 : 1)} ${unit}`;
    const spread = quantile(values, 0.75) - quantile(values, 0.25);
    const verdict = isGood(row) ? 'reached' : 'missed';
    const goal = most === undefined ? '' : `≤ ${show(most)}, ${verdict}`;
    return [what, show(quantile(values, 0.5)), show(spread), goal];
  });
  const head = ['What', 'Measured', 'Spread', 'Goal'];
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at % 1);
}
