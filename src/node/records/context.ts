import type { Arguments } from './arguments.ts';
import type { FirestoreAccess, RecordSource } from './record-source.ts';

/** The parts of the process that the command uses. */
export interface Runtime {
  env: Readonly<Record<string, string | undefined>>;
  /** Resolves to false if the reader of the output has closed it. */
  print(text: string): Promise<boolean>;
  /** Reports a line that is not part of the output. */
  progress(line: string): void;
  isTerminal: boolean;
  /** The folder that relative file names start from. */
  directory: string;
  now(): number;
  /** Stops a series of commits between two of them. */
  signal: AbortSignal;
  production: Pick<FirestoreAccess, 'origin' | 'authorize'>;
}

export interface CommandContext extends Runtime, Arguments {
  source: RecordSource;
}
