/** What several runs of one measurement gave. */
export interface Sample {
  median: number;
  /** The distance between the quartiles. */
  spread: number;
}

export function sampleOf(values: readonly number[]): Sample {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    spread: quantile(sorted, 0.75) - quantile(sorted, 0.25),
  };
}

/** Pairs of one run each, so that what slows both down cancels out. */
export function ratioOf(
  ours: readonly number[],
  others: readonly number[],
): Sample {
  return sampleOf(
    ours.map((value, run) => value / (others[run] ?? Number.NaN)),
  );
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at % 1);
}
