import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';

/** Runs a program to its end; shows its output unless `options` say otherwise. */
export function runNode(
  node: string,
  args: readonly string[],
  { env, ...options }: SpawnSyncOptions = {},
) {
  // The loader of our programs has set it for itself.
  const { NODE_ENV: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(node, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...environment, ...env },
    maxBuffer: 2 ** 26,
    ...options,
  });
  return { isFine: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}

export interface Running {
  pid: number;
  stop(): Promise<void>;
  output(): string;
}

/**
 * Starts a program and resolves when its output holds `ready`, or at once where
 * none is given; throws with that output when it ends before.
 */
export function startProcess(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; ready?: RegExp },
): Promise<Running> {
  let { ready } = options;
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: launchers like gcloud leave children behind.
    detached: true,
  });
  const { pid = 0 } = child;
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', resolve));
  const kill = () => {
    if (pid === 0) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already, or this is Windows, which has no groups.
      child.kill('SIGKILL');
    }
  };
  process.once('exit', kill);
  const stop = () => {
    kill();
    return ended;
  };
  return new Promise((resolve, reject) => {
    const running = { pid, stop, output: () => output };
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      // Not again afterwards: an emulator goes on to say a lot.
      if (!ready?.test(output)) return;
      ready = undefined;
      resolve(running);
    };
    if (!ready) child.once('spawn', () => resolve(running));
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${command} ended:\n${output}`)));
  });
}
