/** Returns a table row with the median, the goal and the value of each run. */
export function summarize(
  what: string,
  unit: 'ms' | 'x',
  values: readonly number[],
  maximum = Infinity,
) {
  const format = (value: number) => value.toFixed(unit === 'x' ? 2 : 1);
  const measured = `${format(median(values))} ${unit}`;
  const isGood = median(values) <= maximum;
  const verdict = `≤ ${maximum} ${unit}: ${isGood ? 'reached' : 'missed'}`;
  const goal = maximum === Infinity ? '' : verdict;
  return { what, measured, goal, runs: values.map(format).join(' '), isGood };
}

/** Returns rows for pear, for the limit, and for their ratio in each run. */
export function compareRuns(
  what: string,
  [pear = [], limits = []]: readonly number[][],
  maxRatio: number,
) {
  const ratios = pear.map((time, run) => time / (limits[run] ?? Number.NaN));
  return [
    summarize(`${what}, pear`, 'ms', pear),
    summarize(`${what}, limit`, 'ms', limits),
    summarize(`${what}, pear / limit`, 'x', ratios, maxRatio),
  ];
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
