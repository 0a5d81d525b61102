import type { FirestoreAccess, RecordSource } from './record-source.ts';

/** The parts of the process that the commands use. */
export interface Runtime {
  env: Readonly<Record<string, string | undefined>>;
  /** The .env file that names each setting, by the name of the setting. */
  settingFiles: ReadonlyMap<string, string>;
  /** Resolves to false if the reading program has closed the pipe. */
  print(text: string): Promise<boolean>;
  /** Prints a message for the owner that is not part of the output. */
  log(line: string): void;
  isTerminal: boolean;
  /** Relative paths of files start at this folder. */
  directory: string;
  now(): number;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>;
  /** Stops a series of commits after the current commit. */
  signal: AbortSignal;
  production: Pick<FirestoreAccess, 'origin' | 'authorize'>;
}

/** What every command works with. */
export interface CommandContext extends Runtime {
  source: RecordSource;
  /** The folder of the local records, the backups and the marks of --new. */
  dataDir: string;
}
