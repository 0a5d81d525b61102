import { type ChildProcess, spawn } from 'node:child_process';

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
  {
    cwd,
    env,
    ready,
  }: { cwd?: string; env?: NodeJS.ProcessEnv; ready?: RegExp },
): Promise<Running> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: launchers like gcloud leave children behind.
    detached: true,
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', resolve));
  const running = {
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => {
      killGroup(child);
      return ended;
    },
  };
  process.once('exit', () => killGroup(child));
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (ready?.test(output)) resolve(running);
    };
    if (!ready) child.once('spawn', () => resolve(running));
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${command} ended:\n${output}`)));
  });
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
