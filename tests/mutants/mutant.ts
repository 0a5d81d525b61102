/** A part of the suite that must go red. */
export type Killer =
  | { runner: 'vitest'; file: string; test: string }
  | { runner: 'playwright'; file: string; test: string };

export interface Edit {
  file: string;
  /** Stands in the file exactly once. */
  search: string;
  replace: string;
}

/** A mistake that somebody could make, and the test that would tell. */
export interface Mutant {
  name: string;
  /** What visitors would suffer. */
  wrong: string;
  edits: readonly Edit[];
  killer: Killer;
}

export function vitest(file: string, test: string): Killer {
  return { runner: 'vitest', file, test };
}

export function browser(file: string, test: string): Killer {
  return { runner: 'playwright', file, test };
}
