import type { Engine } from '../support/browsers.ts';
import type { World } from './world.ts';

/** A fault of the outbox's list, and a story in which it happens. */
export interface Scenario {
  id: `F${number}`;
  name: string;
  /** Where it can't happen or can't be brought about, and why. */
  not?: Partial<Record<Engine, string>>;
  /** Ends with the faults over; what must hold then is asserted after it. */
  run(world: World): Promise<void>;
}
