import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';
import * as path from 'node:path';

/** The scripts behind the commands: Node starts them alike on every system. */
const tools = {
  biome: '@biomejs/biome/bin/biome',
  playwright: 'playwright/cli.js',
  stryker: '@stryker-mutator/core/bin/stryker.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/** Runs a tool to its end, what it says shown unless told otherwise. */
export function runTool(
  tool: keyof typeof tools,
  args: readonly string[],
  options?: SpawnSyncOptions,
) {
  const script = path.join('node_modules', tools[tool]);
  return runNode(process.execPath, [script, ...args], options);
}

/** The same for a script, with this Node or another. */
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
