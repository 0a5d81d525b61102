import type { Schedule } from './schedule.ts';

type Expiry = Schedule['expiries'][number];

/** More turns of the event loop than any request needs. */
const idleTurns = 100;
/** The time limit of a lock in ms, which is the outbox's longest limit. */
const lockTimeout = 40_000;

/** Creates fake timers, which fire after the numbers of awaits in `planned`. */
export function createTimers() {
  let [awaitCount, countAtExpiry] = [0, 0];
  const timers = {
    /** The pending timers with their delays in ms, oldest first. */
    all: new Map<() => void, number>(),
    planned: [] as readonly Expiry[],
    /** Counts an await, and may fire a timer before the awaiting code continues. */
    recordAwait() {
      awaitCount += 1;
      const next = timers.planned.find(
        (expiry) =>
          awaitCount - countAtExpiry >= expiry.after &&
          timersMatching(expiry).length > 0,
      );
      if (!next) return;
      timers.planned = timers.planned.filter((expiry) => expiry !== next);
      countAtExpiry = awaitCount;
      const matchingTimers = timersMatching(next);
      fire(matchingTimers.at(-1 - (next.timer % matchingTimers.length)));
    },
    /** Fires the newest timer whenever all processes are idle. */
    async fireUntil(isOver: () => boolean) {
      while (!isOver()) {
        const before = awaitCount;
        for (let turn = 0; turn < idleTurns && !isOver(); turn += 1)
          await new Promise(setImmediate);
        if (awaitCount === before) fire([...timers.all.keys()].at(-1));
      }
    },
  };

  function timersMatching({ isLimitedToLocks }: Expiry) {
    const minDelay = isLimitedToLocks ? lockTimeout : 0;
    const matches = [...timers.all].filter(([, delay]) => delay >= minDelay);
    return matches.map(([timer]) => timer);
  }

  /** Fires a timer in a separate task, as browsers do. */
  function fire(timer?: () => void) {
    if (timer) setImmediate(() => void (timers.all.delete(timer) && timer()));
  }

  return timers;
}
