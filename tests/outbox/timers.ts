import type { Schedule } from './schedule.ts';

type Expiry = Schedule['expiries'][number];

/** No request needs as many turns of the event loop. */
const idleTurns = 100;
/** The longest time limit of the outbox, which is that of a lock. */
const lockLimit = 40_000;

/** Creates the timers of all processes, which fire only as planned. */
export function createTimers() {
  let planned: Expiry[] = [];
  let [awaits, awaitsSinceExpiry] = [0, 0];
  const timers = {
    /** The timers with their delays, oldest first. */
    all: new Map<() => void, number>(),
    plan(expiries: readonly Expiry[]) {
      planned = [...expiries];
    },
    /** Must be called before a process continues after an await. */
    recordAwait() {
      awaits += 1;
      awaitsSinceExpiry += 1;
      const next = planned.find(
        (expiry) =>
          awaitsSinceExpiry >= expiry.after && candidatesOf(expiry).length > 0,
      );
      if (!next) return;
      planned = planned.filter((expiry) => expiry !== next);
      awaitsSinceExpiry = 0;
      const candidates = candidatesOf(next);
      fire(candidates.at(-1 - (next.which % candidates.length)));
    },
    /** Fires the newest timer whenever no process does anything. */
    async passUntil(isOver: () => boolean) {
      while (!isOver()) {
        const before = awaits;
        for (let turn = 0; turn < idleTurns && !isOver(); turn += 1)
          await new Promise(setImmediate);
        if (awaits === before) fire([...timers.all.keys()].at(-1));
      }
    },
  };

  function candidatesOf({ isOfLock }: Expiry) {
    const shortest = isOfLock ? lockLimit : 0;
    const found = [...timers.all].filter(([, delay]) => delay >= shortest);
    return found.map(([timer]) => timer);
  }

  /** Fires a timer in a task of its own, as browsers do. */
  function fire(timer?: () => void) {
    if (timer) setImmediate(() => void (timers.all.delete(timer) && timer()));
  }

  return timers;
}
