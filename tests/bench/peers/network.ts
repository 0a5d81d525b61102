import type { FaultyProxy } from '../../support/faulty-proxy.ts';

/** What the faults need of the network between a browser and its server. */
export interface Network
  extends Pick<FaultyProxy, 'origin' | 'cut' | 'restore' | 'fail' | 'inject'> {
  /** The number of attempts to send. */
  readonly commits: number;
  /** Makes the server refuse new records, until `heal`. */
  refuseNew(): void | Promise<void>;
  heal(): void | Promise<void>;
  close(): Promise<void>;
}
