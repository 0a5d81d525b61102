import { build, type Rollup } from 'vite';
import type { Device } from './device.ts';

const globalNames = 'globalThis navigator indexedDB fetch Promise Date Math'
  .concat(' setTimeout clearTimeout BroadcastChannel console')
  .split(' ');
const createOutbox = await bundleOutbox();

/** Bundles the outbox's code into a function with the globals as parameters. */
async function bundleOutbox() {
  const entryPath = 'tests/outbox/process-entry.ts';
  const buildOutput = await build({
    configFile: false,
    // Do not load .env files, because they may name the production project.
    envDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: entryPath, formats: ['cjs'], fileName: 'outbox' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = buildOutput as [Rollup.RollupOutput];
  return new Function('exports', ...globalNames, output[0].code);
}

/** A simulated page or worker that runs the outbox's code with its own globals. */
export class Process {
  code = {} as typeof import('./process-entry.ts');
  isAlive = true;
  /** The number of further awaits until the process is killed. */
  awaitsLeft = Number.POSITIVE_INFINITY;
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
    const globals = this.#createGlobals();
    createOutbox(this.code, ...globalNames.map((name) => globals[name]));
  }

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

  #createGlobals(): Record<string, unknown> {
    const { device } = this;
    const CountedPromise = this.#createPromiseClass();
    /** Begins work if the process is alive. The process may die before the work ends. */
    const runIfAlive = <T>(begin: () => Promise<T>): Promise<T> =>
      new CountedPromise((resolve, reject) => {
        if (this.isAlive) begin().then(resolve, reject);
      });
    /** Each process has its own globals, because the tested code replaces `fetch`. */
    const globalScope = {
      location: { host: 'pear.test', protocol: 'https:' },
      fetch: (url: string, init: RequestInit) =>
        runIfAlive(() => device.respond(url, init, this)),
    };
    const lockManager = device.locks.createLockManager(this);
    const request: typeof lockManager.request = (name, options, work) => {
      const begin: typeof work = (lock) =>
        runIfAlive(async () => lock).then(work);
      return runIfAlive(() => lockManager.request(name, options, begin));
    };
    type Callback = (...args: unknown[]) => void;
    return {
      globalThis: globalScope,
      navigator: { locks: device.hasLocks && { request } },
      indexedDB: { open: this.#openDatabase },
      fetch: (url: string, init: RequestInit) => globalScope.fetch(url, init),
      Promise: CountedPromise,
      Date: class extends Date {
        static override now = () => device.now;
      },
      Math: Object.assign(Object.create(Math), { random: () => 0.5 }),
      setTimeout: (work: Callback, delay: number, ...args: unknown[]) => {
        const fireTimer = () => {
          this.hasTimerFired = true;
          if (this.isAlive) work(...args);
        };
        device.timers.all.set(fireTimer, delay);
        return fireTimer;
      },
      clearTimeout: (timer: () => void) => device.timers.all.delete(timer),
      BroadcastChannel: class {
        postMessage() {
          device.broadcastCount += 1;
        }
      },
      console: { error: (line: string) => device.errorLines.push(line) },
    };
  }

  /** Returns a Promise class that counts awaits. After a kill, promises stay pending. */
  #createPromiseClass() {
    const countedAwait =
      <Args extends unknown[]>(resume: (...args: Args) => unknown) =>
      (...args: Args) => {
        this.awaitsLeft -= 1;
        if (this.awaitsLeft === 0) this.kill();
        this.device.timers.recordAwait();
        if (this.isAlive) resume(...args);
      };
    return class CountedPromise<T> extends Promise<T> {
      static override get [Symbol.species]() {
        return Promise;
      }
      constructor(executor: ConstructorParameters<typeof Promise<T>>[0]) {
        super((resolve, reject) =>
          executor(countedAwait(resolve), countedAwait(reject)),
        );
      }
    };
  }

  #openDatabase = (name: string, version: number) => {
    if (!this.isAlive) return new IDBOpenDBRequest();
    const request = this.device.idbFactory.open(name, version);
    request.onsuccess = () => this.#track(request.result);
    return request;
  };

  #track(db: IDBDatabase) {
    this.#cleanups.push(() => db.close());
    if (!this.isAlive) db.close();
    db.transaction = (...args) => {
      if (this.losesConnection) db.close();
      this.losesConnection = false;
      const transaction = IDBDatabase.prototype.transaction.apply(db, args);
      this.#cleanups.push(() => abort(transaction));
      return transaction;
    };
  }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // abort() throws if the transaction has ended.
  }
}
