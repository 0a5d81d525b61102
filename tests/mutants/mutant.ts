/** A part of the suite that must go red. */
export interface Killer {
  runner: 'vitest' | 'playwright';
  project: string;
  file: string;
  test: string;
}

export interface Edit {
  file: string;
  /** Stands in the file exactly once. */
  search: string;
  replace: string;
}

/** A mistake that somebody could make, and the test that would tell. */
export interface Mutant extends Edit {
  name: string;
  /** What visitors would suffer. */
  wrong: string;
  /** A second place that takes part in the mistake. */
  also?: Edit;
  killer: Killer;
}

export function vitest(file: string, test: string): Killer {
  return { runner: 'vitest', project: 'unit', file, test };
}

export function browser(file: string, test: string): Killer {
  return { runner: 'playwright', project: 'embedded', file, test };
}

/** One of the faults, by its number and name. */
export function fault(test: string): Killer {
  const file = 'tests/faults/faults.spec.ts';
  return { runner: 'playwright', project: 'faults-chromium', file, test };
}

/** A walk of the explorer that is written down. */
export function walk(test: string): Killer {
  const file = 'tests/explore/explore.spec.ts';
  return { runner: 'playwright', project: 'explore-chromium', file, test };
}
