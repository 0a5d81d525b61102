import type { Page } from 'playwright';
import { denial, type Fault, portal, refusal } from '../../support/commits.ts';
import { stopWorkers } from '../../support/engines/chromium.ts';
import type { FaultyProxy } from '../../support/faulty-proxy.ts';
import type { Contender } from './contender.ts';

interface Scene {
  contender: Contender;
  page: Page;
  network: FaultyProxy;
}

/** Something that happens to what waits when the network comes back. */
export interface PlainFault {
  name: string;
  /** How many are submitted offline. */
  submissions?: number;
  /** Between the submissions and the network's return. */
  before?(scene: Scene): Promise<void> | void;
  /** After its return, until all is well again. */
  after?(scene: Scene): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;

/** The first attempt meets this; then all is well again. */
function answered(name: string, fault: Fault): PlainFault {
  return {
    name,
    before: ({ network }) => network.fail(fault, 1),
    after: ({ network }) => network.sent(1),
  };
}

export const plainFaults: readonly PlainFault[] = [
  { name: 'offline, then online' },
  answered('reset', { kind: 'reset' }),
  answered('answer lost', { kind: 'lose-answer' }),
  answered('500', refusal(500, 'INTERNAL')),
  answered('503 with HTML', portal(503)),
  answered('403, then repaired', denial),
  answered("a portal's 200 HTML", portal(200)),
  {
    name: 'worker killed mid-send',
    before({ network }) {
      network.hold();
      // What was on its way never arrives.
      network.fail({ kind: 'reset' }, 1);
    },
    async after({ network, page }) {
      await network.sent(1);
      await stopWorkers(page.context());
      network.release();
    },
  },
  {
    name: '8 days old',
    before: ({ contender, page }) => contender.age(page, 8 * day),
  },
  {
    name: 'two replays at once, of 5',
    submissions: 5,
    async after({ contender, page }) {
      await Promise.all([contender.replay(page), contender.replay(page)]);
    },
  },
];
