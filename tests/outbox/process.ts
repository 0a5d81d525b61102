import { fileURLToPath } from 'node:url';
import { build, type Rollup } from 'vite';
import type { Device } from './device.ts';
import type { Locks } from './locks.ts';

/** A page or a worker: the real code, with a life and globals of its own. */
export interface Process {
  code: typeof import('./process-entry.ts');
  isAlive(): boolean;
  /** What the work came to; 'late' if a time limit has ended it. */
  outcomeOf<T>(work: Promise<T>): Promise<T | 'died' | 'late'>;
  kill(): void;
  /** It never goes on, and keeps its locks. */
  freeze(): void;
  /** Has it killed at its await of this number from now on. */
  killAt(number: number): void;
  /** Has the browser close its database as it is used next. */
  loseHandle(): void;
  /** Whether one of its time limits has passed. */
  hasBeenLate(): boolean;
}

/** The globals that each process has for itself. */
const names = 'globalThis location navigator indexedDB fetch Promise Date Math'
  .concat(' setTimeout clearTimeout BroadcastChannel console')
  .split(' ');
const boot = await compile();

/** All the code of the outbox as one function, which starts it anew. */
async function compile() {
  const entry = fileURLToPath(new URL('process-entry.ts', import.meta.url));
  const built = await build({
    configFile: false,
    // Else a deployment's settings would lead to its records.
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
  return new Function('exports', 'module', ...names, output[0].code);
}

export function startProcess(device: Device): Process {
  let isAlive = true;
  let awaits = Number.POSITIVE_INFINITY;
  let losesHandle = false;
  let isLate = false;
  const handles = new Set<IDBDatabase>();
  const transactions = new Set<IDBTransaction>();
  let die: (news: 'died') => void = () => undefined;
  const death = new Promise<'died'>((resolve) => {
    die = resolve;
  });

  /** What is not committed is undone, and nothing it waits for comes. */
  function freeze() {
    if (!isAlive) return;
    isAlive = false;
    for (const transaction of transactions) abort(transaction);
    for (const handle of handles) handle.close();
    die('died');
  }

  function kill() {
    freeze();
    device.locks.release(process);
  }

  function resumes<Given extends unknown[]>(go: (...given: Given) => unknown) {
    return (...given: Given) => {
      awaits -= 1;
      if (awaits === 0) kill();
      device.timers.recordAwait();
      if (isAlive) go(...given);
    };
  }

  /** Whatever the code awaits is, in the end, a promise that it has made. */
  class Awaited<T> extends Promise<T> {
    static override get [Symbol.species]() {
      return Promise;
    }
    constructor(executor: Executor<T>) {
      super((resolve, reject) => executor(resumes(resolve), resumes(reject)));
    }
  }
  function awaited<T>(promise: Promise<T>): Promise<T> {
    return new Awaited((resolve, reject) => promise.then(resolve, reject));
  }

  function open(name: string, version: number) {
    if (!isAlive) return new IDBOpenDBRequest();
    const request = device.databases.open(name, version);
    request.onsuccess = () => watch(request.result as unknown as IDBDatabase);
    return request;
  }

  function watch(handle: IDBDatabase) {
    handles.add(handle);
    if (!isAlive) handle.close();
    handle.transaction = (...given) => {
      if (losesHandle) handle.close();
      losesHandle = false;
      const begun = IDBDatabase.prototype.transaction.apply(handle, given);
      transactions.add(begun);
      return begun;
    };
  }

  const exports: Record<string, unknown> = {};
  const process: Process = {
    code: exports as unknown as Process['code'],
    isAlive: () => isAlive,
    outcomeOf(work) {
      const settled = work.catch((error) => {
        if (!isLate) throw error;
        return 'late' as const;
      });
      return Promise.race([settled, death]);
    },
    kill,
    freeze,
    killAt: (number) => {
      awaits = number;
    },
    loseHandle: () => {
      losesHandle = true;
    },
    hasBeenLate: () => isLate,
  };
  /** The code puts a `fetch` of its own in the place of this one. */
  const scope = {
    location: { host: 'pear.test', protocol: 'https:' },
    fetch: (url: string, init: RequestInit) =>
      isAlive ? awaited(device.respond(url, init, process)) : never,
  };
  const locks = device.locks.locksOf(process);
  const request: Locks['request'] = (name, options, work) => {
    const begin = (lock: { name: string } | null) =>
      awaited(Promise.resolve(lock)).then(work);
    const asked = () => locks.request(name, options, begin);
    return isAlive ? awaited(asked()) : never;
  };
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
    setTimeout: (
      work: (...given: unknown[]) => void,
      delay: number,
      ...given: unknown[]
    ) => {
      const timer = () => {
        isLate = true;
        if (isAlive) work(...given);
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
  const values = names.map((name) => globals[name]);
  boot(exports, { exports }, ...values);
  return process;
}

const never = new Promise<never>(() => undefined);

type Executor<T> = (
  resolve: (value: T | PromiseLike<T>) => void,
  reject: (reason: unknown) => void,
) => void;

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}
