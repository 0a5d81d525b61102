/** Returns a row of the printed table: the median, and the quartiles' distance. */
export function summarize(
  what: string,
  unit: 'ms' | 'x',
  values: readonly number[],
  limit = Number.POSITIVE_INFINITY,
) {
  const format = (value: number) =>
    `${value.toFixed(unit === 'x' ? 2 : 1)} ${unit}`;
  const median = quantile(values, 0.5);
  const spread = format(quantile(values, 0.75) - quantile(values, 0.25));
  const isGood = median <= limit;
  const verdict = `≤ ${format(limit)}: ${isGood ? 'reached' : 'missed'}`;
  const goal = Number.isFinite(limit) ? verdict : '';
  return { what, measured: format(median), spread, goal, isGood };
}

/** Returns rows for two sites, and for the ratio of each pair of runs. */
export function compare(
  what: string,
  { ours, limit }: Record<'ours' | 'limit', readonly number[]>,
  most: number,
) {
  const ratios = ours.map((time, run) => time / (limit[run] ?? Number.NaN));
  return [
    summarize(`${what}, ours`, 'ms', ours),
    summarize(`${what}, limit`, 'ms', limit),
    summarize(`${what}, ours / limit`, 'x', ratios, most),
  ];
}

/** Returns the value that a share of the values, from 0 to 1, is below. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position % 1);
}
