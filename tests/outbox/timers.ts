import type { Schedule } from './schedule.ts';

type Expiry = Schedule['expiries'][number];

/** Far more turns than an answer takes. */
const idleTurns = 100;
/** How long a process waits for a lock, the longest of all limits. */
const lockLimit = 40_000;

/** The timers of all processes, which no clock fires. */
export function createTimers() {
  let planned: Expiry[] = [];
  /** How many awaits have ended, in all and since the last planned timer. */
  let [awaits, since] = [0, 0];
  const timers = {
    /** Those that are set, oldest first, with their delays. */
    all: new Map<() => void, number>(),
    plan(expiries: readonly Expiry[]) {
      planned = [...expiries];
    },
    /** Called before a process goes on after an await. */
    recordAwait() {
      awaits += 1;
      since += 1;
      const next = planned.find(
        (one) => since >= one.after && candidatesOf(one).length > 0,
      );
      if (!next) return;
      planned = planned.filter((one) => one !== next);
      since = 0;
      const candidates = candidatesOf(next);
      fire(candidates.at(-1 - (next.which % candidates.length)));
    },
    /** While a process is alive but nothing happens, time passes. */
    async passUntil(isOver: () => boolean) {
      while (!isOver()) {
        const before = awaits;
        for (let n = 0; n < idleTurns && !isOver(); n += 1)
          await new Promise(setImmediate);
        if (awaits === before) fire([...timers.all.keys()].at(-1));
      }
    },
  };

  function candidatesOf({ isOfLock }: Expiry) {
    const least = isOfLock ? lockLimit : 0;
    const found = [...timers.all].filter(([, delay]) => delay >= least);
    return found.map(([timer]) => timer);
  }

  /** Fires a timer in a task of its own, as browsers do. */
  function fire(timer?: () => void) {
    if (timer) setImmediate(() => void (timers.all.delete(timer) && timer()));
  }

  return timers;
}
