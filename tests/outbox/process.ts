import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import type { Device } from './device.ts';

/** A simulated page or worker that runs the outbox's code with its own globals. */
export interface Process {
  code: typeof import('./process-entry.ts');
  isAlive: boolean;
  /** The number of further awaits until the process is killed. */
  awaitsLeft: number;
  /** Whether the database connection closes when a transaction next begins. */
  losesHandle: boolean;
  /** Whether a timer of the process has fired, so work may time out. */
  isLate: boolean;
  /** Resolves with the result, 'died', or 'late' if work rejects when isLate. */
  outcomeOf<T>(work: Promise<T>): Promise<T | 'died' | 'late'>;
  kill(): void;
  /** Stops the process, as a browser does, without releasing its locks. */
  freeze(): void;
}

const globalNames = 'globalThis location navigator indexedDB fetch Promise Date'
  .concat(' Math setTimeout clearTimeout BroadcastChannel console')
  .split(' ');
const runBundle = await compile();

/** Bundles the outbox's code into a function with the globals as parameters. */
async function compile() {
  const entry = fileURLToPath(new URL('process-entry.ts', import.meta.url));
  const built = await build({
    configFile: false,
    // Do not load .env files, because they may name the production project.
    envDir: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['cjs'], fileName: 'outbox' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output }] = built as [Rollup.RollupOutput];
  return new Function('exports', 'module', ...globalNames, output[0].code);
}

export function startProcess(device: Device): Process {
  const handles = new Set<IDBDatabase>();
  const transactions = new Set<IDBTransaction>();
  let reportDeath: (outcome: 'died') => void = () => undefined;
  const death = new Promise<'died'>((resolve) => {
    reportDeath = resolve;
  });

  /** Stops the process and aborts its transactions; locks stay held. */
  function freeze() {
    if (!process.isAlive) return;
    process.isAlive = false;
    for (const transaction of transactions) abort(transaction);
    for (const handle of handles) handle.close();
    reportDeath('died');
  }

  function kill() {
    freeze();
    device.locks.release(process);
  }

  function ifAlive<Args extends unknown[]>(resume: (...args: Args) => unknown) {
    return (...args: Args) => {
      process.awaitsLeft -= 1;
      if (process.awaitsLeft === 0) kill();
      device.timers.recordAwait();
      if (process.isAlive) resume(...args);
    };
  }

  /** A Promise that counts awaits, and never settles after the process died. */
  class Awaited<T> extends Promise<T> {
    static override get [Symbol.species]() {
      return Promise;
    }
    constructor(executor: Executor<T>) {
      super((resolve, reject) => executor(ifAlive(resolve), ifAlive(reject)));
    }
  }
  function countAwaits<T>(promise: Promise<T>): Promise<T> {
    return new Awaited((resolve, reject) => promise.then(resolve, reject));
  }

  function open(name: string, version: number) {
    if (!process.isAlive) return new IDBOpenDBRequest();
    const request = device.databases.open(name, version);
    request.onsuccess = () => track(request.result as unknown as IDBDatabase);
    return request;
  }

  function track(handle: IDBDatabase) {
    handles.add(handle);
    if (!process.isAlive) handle.close();
    handle.transaction = (...args) => {
      if (process.losesHandle) handle.close();
      process.losesHandle = false;
      const transaction = IDBDatabase.prototype.transaction.apply(handle, args);
      transactions.add(transaction);
      return transaction;
    };
  }

  const exports: Record<string, unknown> = {};
  const process: Process = {
    code: exports as unknown as Process['code'],
    isAlive: true,
    awaitsLeft: Number.POSITIVE_INFINITY,
    losesHandle: false,
    isLate: false,
    outcomeOf(work) {
      const settled = work.catch((error) => {
        if (!process.isLate) throw error;
        return 'late' as const;
      });
      return Promise.race([settled, death]);
    },
    kill,
    freeze,
  };
  /** The globalThis of the process, because the code replaces its `fetch`. */
  const scope = {
    location: { host: 'pear.test', protocol: 'https:' },
    fetch: (url: string, init: RequestInit) =>
      process.isAlive
        ? countAwaits(device.respond(url, init, process))
        : pending,
  };
  const locks = device.locks.lockManagerFor(process);
  const request: typeof locks.request = (name, options, work) => {
    const begin = (lock: { name: string } | null) =>
      countAwaits(Promise.resolve(lock)).then(work);
    return process.isAlive
      ? countAwaits(locks.request(name, options, begin))
      : pending;
  };
  type Callback = (...args: unknown[]) => void;
  const globals: Record<string, unknown> = {
    globalThis: scope,
    location: scope.location,
    navigator: { locks: device.hasLocks && { request } },
    indexedDB: { open },
    fetch: (url: string, init: RequestInit) => scope.fetch(url, init),
    Promise: Awaited,
    Date: class extends Date {
      static override now = () => device.now;
    },
    Math: Object.assign(Object.create(Math), { random: () => 0.5 }),
    setTimeout: (work: Callback, delay: number, ...args: unknown[]) => {
      const timer = () => {
        process.isLate = true;
        if (process.isAlive) work(...args);
      };
      device.timers.all.set(timer, delay);
      return timer;
    },
    clearTimeout: (timer: () => void) => device.timers.all.delete(timer),
    BroadcastChannel: class {
      postMessage() {
        device.announcements += 1;
      }
    },
    console: { error: (line: string) => device.reports.push(line) },
  };
  runBundle(exports, { exports }, ...globalNames.map((name) => globals[name]));
  return process;
}

const pending = new Promise<never>(() => undefined);

type Executor<T> = (
  resolve: (value: T | PromiseLike<T>) => void,
  reject: (reason: unknown) => void,
) => void;

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // abort() throws if the transaction has ended.
  }
}
