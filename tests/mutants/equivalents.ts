/** Mutants of Stryker's that change nothing anybody could notice. */
export const equivalents: ReadonlySet<string> = new Set([]);
