export function computeMedian(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  return sortedValues[Math.floor(values.length / 2)] ?? Number.NaN;
}
