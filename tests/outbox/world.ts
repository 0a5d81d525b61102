import type { Outcome } from '../../src/firebase/outcome.ts';
import { deliver, type Effects } from '../../src/outbox/delivery.ts';
import type { DeliveryOptions } from '../../src/outbox/messages.ts';
import type { Submission } from '../../src/outbox/submission.ts';

/** What happens to one request. */
export type Fate = 'answered' | 'answer lost' | 'unreachable' | 'refused';

/** The part of store.ts that the outbox needs; also kept in memory here. */
export type Store = Pick<
  typeof import('../../src/outbox/store.ts'),
  | ('add' | 'keys' | 'list' | 'read' | 'update')
  | ('change' | 'markDelivered' | 'discard' | 'clear' | 'hasReceipt')
>;

/** Everything ends here: the process is gone, only store and server remain. */
class Crash extends Error {}

/** A server that keeps what it has committed and refuses other words. */
export class Server {
  readonly stored = new Map<string, Submission['values']>();
  readonly fates: Fate[] = [];
  /** Most requests under way at once. */
  atOnce = 0;
  #underWay = 0;

  async handle(submission: Submission, pause: () => Promise<void>) {
    this.#underWay += 1;
    this.atOnce = Math.max(this.atOnce, this.#underWay);
    await pause();
    const outcome = this.#answer(submission, this.fates.shift() ?? 'answered');
    await pause();
    this.#underWay -= 1;
    return outcome;
  }

  #answer({ id, values }: Submission, fate: Fate): Outcome {
    if (fate === 'unreachable') return { kind: 'later', error: 'unknown' };
    const before = this.stored.get(id);
    const other = before && JSON.stringify(before) !== JSON.stringify(values);
    if (fate === 'refused' || other) {
      return { kind: 'refused', error: 'permission-denied' };
    }
    this.stored.set(id, values);
    return fate === 'answered'
      ? { kind: 'delivered' }
      : { kind: 'later', error: 'unknown' };
  }
}

/** One process's life: it may crash at any await. */
interface Life {
  /** The number of the await at which it dies; undefined lives on. */
  crashAt: number | undefined;
  locked: boolean;
}

export class Device {
  now = 1_700_000_000_000;
  /** What is being edited in some page. */
  readonly held = new Set<string>();
  #lock: Promise<unknown> = Promise.resolve();

  constructor(
    readonly store: Store,
    readonly server: Server,
    readonly pause: () => Promise<void>,
  ) {}

  /** Delivers as one process would, until it is done or dead. */
  async deliver(options: DeliveryOptions, life: Life): Promise<void> {
    let awaits = 0;
    const breathe = async () => {
      await this.pause();
      awaits += 1;
      // The dead stay dead, whoever catches this.
      if (awaits >= (life.crashAt ?? Number.POSITIVE_INFINITY)) {
        throw new Crash();
      }
    };
    /** May die before the effect, or after it and before its answer. */
    const effect = async <T>(work: () => Promise<T>): Promise<T> => {
      await breathe();
      const result = await work();
      await breathe();
      return result;
    };
    const { store, server } = this;
    const effects: Effects = {
      list: () => effect(() => store.list()),
      read: (id) => effect(() => store.read(id)),
      isEdited: (id) => effect(async () => this.held.has(id)),
      update: (submission) => effect(() => store.update(submission)),
      markDelivered: (id, now) => effect(() => store.markDelivered(id, now)),
      send: (submission) => effect(() => server.handle(submission, this.pause)),
      whileLocked: (_, work) =>
        life.locked ? this.#exclusively(work) : work(),
      now: () => this.now,
      random: () => 0.5,
      announce: () => undefined,
      report: () => undefined,
    };
    await deliver(effects, options).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
  }

  /** Like a Web Lock: in turn, and free again when its holder has died. */
  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lock.then(work);
    this.#lock = turn.catch(() => undefined);
    return turn;
  }
}
