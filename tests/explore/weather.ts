import { passingFaults } from '../support/commits.ts';
import { moveClock } from './inside.ts';
import { type Deed, deliverAll, heal, type Walk, wake } from './walk.ts';

/** Something that happens to the whole browser. */
function event(
  name: string,
  run: (walk: Walk) => unknown,
  can: Deed['can'] = () => true,
): Deed {
  return {
    name: `(${name})`,
    can,
    run: async (walk) => {
      await run(walk);
      return undefined;
    },
  };
}

export const offline = event(
  'offline',
  async (walk) => {
    walk.network.cut();
    await walk.browser.setOffline?.(true);
    Object.assign(walk, { isCut: true, isOffline: true });
  },
  (_, { isOffline }) => !isOffline,
);
export const cut = event(
  'no route',
  (walk) => {
    walk.network.cut();
    walk.isCut = true;
  },
  (_, { isCut }) => !isCut,
);
export const online = event(
  'online',
  async (walk) => {
    walk.network.restore();
    if (walk.isOffline) await walk.browser.setOffline?.(false);
    Object.assign(walk, { isCut: false, isOffline: false });
    await wake(walk);
  },
  (_, { isCut }) => isCut,
);
export const refuse = event(
  'the server refuses all that is new',
  ({ network }) => network.refuseNew(),
);
export const killWorker = event(
  'the worker is killed',
  ({ browser }) => browser.killWorker?.().catch(() => undefined),
  (_, { browser }) => browser.killWorker !== undefined,
);
export const deliver = event('all is well until all is sent', deliverAll);
export const mend = event('all is well', heal);
export const fail = (index: number) =>
  event(`the server fails in way ${index + 1}`, ({ network }) =>
    network.fail(passingFaults[index] ?? { kind: 'reset' }),
  );

const day = 24 * 60 * 60 * 1000;
export const moveTo = (days: number): Deed => ({
  name: `(the clock goes ${days} days on)`,
  can: () => true,
  run: async (_, { tab }) => {
    await tab.evaluate(moveClock, days * day);
    return undefined;
  },
});
