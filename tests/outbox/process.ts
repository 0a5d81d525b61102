import type { Timer } from '../../src/async/timeout.ts';
import type { Send } from '../../src/outbox/delivery.ts';
import {
  createPageOutbox,
  type PageOutbox,
} from '../../src/outbox/page/create-page-outbox.ts';
import { createPageDelivery } from '../../src/outbox/page/page-delivery.ts';
import type { PagePlatform } from '../../src/outbox/page/page-platform.ts';
import type { Device } from './device.ts';

/** Methods of object stores and indexes that return a request. */
const requestMethods = [
  ...(['get', 'getAll', 'getKey', 'getAllKeys', 'count'] as const),
  ...(['put', 'delete', 'clear'] as const),
] as readonly string[];

type Requests = Record<string, (...args: unknown[]) => IDBRequest>;

/**
 * A simulated page, with an outbox of its own. There is no service worker, so the page
 * itself delivers. A worker's outbox is the core of a page's.
 */
export class Process {
  readonly outbox: PageOutbox;
  readonly platform: PagePlatform;
  isAlive = true;
  /** The number of further steps until the process is killed. */
  stepsLeft = Number.POSITIVE_INFINITY;
  /** Whether the database connection closes when the next transaction begins. */
  losesConnection = false;
  /** Whether a timer of the process has fired, so pending work may have timed out. */
  hasTimerFired = false;
  /** Functions that close connections and abort transactions. */
  #cleanups: (() => void)[] = [];
  #reportDeath = (_: 'unknown') => {};
  #death = new Promise<'unknown'>((resolve) => {
    this.#reportDeath = resolve;
  });

  constructor(readonly device: Device) {
    this.platform = this.#createPlatform();
    this.outbox = createPageOutbox({
      name: 'pear',
      syncTag: 'pear-outbox',
      platform: this.platform,
      loadDelivery: async () => ({ createPageDelivery, send: this.send }),
    });
  }

  readonly send: Send = (submission) =>
    this.#runIfAlive(() => this.device.send(submission, this));

  /** Resolves with 'unknown' if the process dies, or if the work fails by a timeout. */
  awaitOutcome<T>(work: Promise<T>): Promise<T | 'unknown'> {
    const workOutcome = work.catch((error) => {
      if (!this.hasTimerFired) throw error;
      return 'unknown' as const;
    });
    return Promise.race([workOutcome, this.#death]);
  }

  kill() {
    this.freeze();
    this.device.locks.releaseLocks(this);
  }

  /** Stops the process without releasing its locks, as a browser can do. */
  freeze() {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const cleanUp of this.#cleanups) cleanUp();
    this.#reportDeath('unknown');
  }

  /** Counts a step, after which the process may be dead or one of its timers fires. */
  #takeStep = () => {
    this.stepsLeft -= 1;
    if (this.stepsLeft === 0) this.kill();
    this.device.timers.recordStep();
  };

  /** Begins work if the process is alive. In a dead process, the work never ends. */
  #runIfAlive<T>(begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      /** Takes a step before the outbox sees how the work has ended. */
      const settle =
        <Value>(report: (value: Value) => void) =>
        (value: Value) => {
          this.#takeStep();
          if (this.isAlive) report(value);
        };
      if (this.isAlive) begin().then(settle(resolve), settle(reject));
    });
  }

  #createPlatform(): PagePlatform {
    const { device } = this;
    const window = createWindow();
    const lockManager = device.locks.createLockManager(this);
    const request: typeof lockManager.request = (name, options, work) => {
      const begin: typeof work = (lock) =>
        this.#runIfAlive(async () => lock).then(work);
      return this.#runIfAlive(() => lockManager.request(name, options, begin));
    };
    return {
      openDatabase: this.#openDatabase,
      requestLock: async (name, options, work) => {
        if (!device.hasLocks) throw new TypeError('No Web Locks');
        return (await request(name, options, work as never)) as never;
      },
      openChannel: (name) => this.#openChannel(name),
      now: () => device.now,
      elapsed: () => performance.now(),
      random: () => 0.5,
      setTimeout: (work, delay) => this.#setTimer(work, delay),
      clearTimeout: (timer) =>
        void device.timers.all.delete(timer as unknown as () => void),
      onFreeze: () => undefined,
      whenResumed: () => undefined,
      logError: (line) => void device.errorLines.push(line),
      getWindow: () => window,
    };
  }

  #openChannel(name: string) {
    const channel = this.device.channels.open(name);
    const { postMessage } = channel;
    channel.postMessage = (message) => {
      if (this.isAlive) postMessage(message);
    };
    return channel;
  }

  #setTimer(work: () => void, delay: number): Timer {
    const fireTimer = () => {
      this.hasTimerFired = true;
      if (this.isAlive) work();
    };
    this.device.timers.all.set(fireTimer, delay);
    return fireTimer as unknown as Timer;
  }

  #openDatabase = (name: string) => {
    if (!this.isAlive) return new IDBOpenDBRequest();
    const request = this.device.idbFactory.open(name);
    request.addEventListener('success', () => this.#track(request.result));
    return request;
  };

  #track(db: IDBDatabase) {
    this.#takeStep();
    this.#cleanups.push(() => db.close());
    if (!this.isAlive) db.close();
    db.transaction = (...args) => {
      if (this.losesConnection) db.close();
      this.losesConnection = false;
      const transaction = IDBDatabase.prototype.transaction.apply(db, args);
      this.#cleanups.push(() => abort(transaction));
      transaction.addEventListener('complete', this.#takeStep);
      transaction.objectStore = (storeName) => {
        const { objectStore } = IDBTransaction.prototype;
        return this.#countRequests(objectStore.call(transaction, storeName));
      };
      return transaction;
    };
  }

  /** Makes each request of a store, and of its indexes, count as a step. */
  #countRequests(store: IDBObjectStore): IDBObjectStore {
    this.#replaceMethods(store, IDBObjectStore.prototype);
    store.index = (name) => {
      const index = IDBObjectStore.prototype.index.call(store, name);
      this.#replaceMethods(index, IDBIndex.prototype);
      return index;
    };
    return store;
  }

  #replaceMethods(target: object, prototype: object) {
    for (const method of requestMethods) {
      if (!(method in prototype)) continue;
      (target as Requests)[method] = (...args) => {
        // Looks the method up now, because a test may have replaced it.
        const request = (prototype as Requests)[method]?.apply(target, args);
        request?.addEventListener('success', this.#takeStep);
        return request as IDBRequest;
      };
    }
  }
}

/** A window without service workers, whose events a test dispatches. */
export function createWindow(navigator: object = {}) {
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  return Object.assign(new EventTarget(), {
    document,
    navigator: navigator as Navigator,
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // abort() throws if the transaction has ended.
  }
}
