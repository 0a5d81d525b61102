/** Returns a row of the printed table: the median and the single values. */
export function summarize(
  what: string,
  unit: 'ms' | 'x',
  values: readonly number[],
  limit = Infinity,
) {
  const format = (value: number) => value.toFixed(unit === 'x' ? 2 : 1);
  const measured = `${format(median(values))} ${unit}`;
  const isGood = median(values) <= limit;
  const verdict = `≤ ${limit} ${unit}: ${isGood ? 'reached' : 'missed'}`;
  const goal = limit === Infinity ? '' : verdict;
  return { what, measured, goal, runs: values.map(format).join(' '), isGood };
}

/** Returns rows for two sites, and for the ratio of each pair of runs. */
export function compare(
  what: string,
  [pear = [], limits = []]: readonly number[][],
  most: number,
) {
  const ratios = pear.map((time, run) => time / (limits[run] ?? Number.NaN));
  return [
    summarize(`${what}, pear`, 'ms', pear),
    summarize(`${what}, limit`, 'ms', limits),
    summarize(`${what}, pear / limit`, 'x', ratios, most),
  ];
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
