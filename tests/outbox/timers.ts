import type { Schedule } from './schedule.ts';

type Expiry = Schedule['expiries'][number];

/** More turns of the event loop than any request needs. */
const turnsUntilIdle = 100;
/** The time limit of a lock in ms, which is the outbox's longest limit. */
const lockTimeout = 40_000;

/** Creates fake timers. `planned` has the number of steps before each timer fires. */
export function createTimers() {
  let [stepCount, countAtExpiry] = [0, 0];
  const timers = {
    /** The pending timers with their delays in ms, oldest first. */
    all: new Map<() => void, number>(),
    planned: [] as readonly Expiry[],
    /** Counts a step, and may fire a timer before the awaiting code continues. */
    recordStep() {
      stepCount += 1;
      const nextExpiry = timers.planned.find(
        (expiry) =>
          stepCount - countAtExpiry >= expiry.after &&
          findTimers(expiry).length > 0,
      );
      if (!nextExpiry) return;
      timers.planned = timers.planned.filter((expiry) => expiry !== nextExpiry);
      countAtExpiry = stepCount;
      const matchingTimers = findTimers(nextExpiry);
      fire(matchingTimers.at(-1 - (nextExpiry.timer % matchingTimers.length)));
    },
    /** Until `isOver()`, fires the newest timer whenever all processes are idle. */
    async fireUntil(isOver: () => boolean) {
      while (!isOver()) {
        const previousCount = stepCount;
        for (let turn = 0; turn < turnsUntilIdle && !isOver(); turn += 1)
          await new Promise(setImmediate);
        if (stepCount === previousCount) fire([...timers.all.keys()].at(-1));
      }
    },
  };

  function findTimers({ isLimitedToLocks }: Expiry) {
    const minDelay = isLimitedToLocks ? lockTimeout : 0;
    const matchingEntries = [...timers.all].filter(
      ([, delay]) => delay >= minDelay,
    );
    return matchingEntries.map(([timer]) => timer);
  }

  /** Fires a timer in a separate task, as browsers do. */
  function fire(timer?: () => void) {
    if (timer) setImmediate(() => void (timers.all.delete(timer) && timer()));
  }

  return timers;
}
