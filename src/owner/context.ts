import type { Arguments } from './arguments.ts';
import type { FirestoreAccess, RecordSource } from './record-source.ts';

/** The parts of the process that the command uses. */
export interface Runtime {
  env: Readonly<Record<string, string | undefined>>;
  /** Resolves to false if the reading program has closed the pipe. */
  print(text: string): Promise<boolean>;
  /** Prints a message for the owner that is not part of the output. */
  log(line: string): void;
  isTerminal: boolean;
  /** Relative paths of files start at this folder. */
  directory: string;
  now(): number;
  /** Stops a series of commits after the current commit. */
  signal: AbortSignal;
  production: Pick<FirestoreAccess, 'origin' | 'authorize'>;
}

export interface CommandContext extends Runtime, Arguments {
  source: RecordSource;
}
