import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process';

export function runProgram(
  program: string,
  args: readonly string[],
  { env, ...options }: SpawnSyncOptions,
) {
  // Omit NODE_ENV, because run.js has set it for this process only.
  const { NODE_ENV: _, ...environment } = process.env;

  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { ...environment, ...env },
    maxBuffer: 2 ** 26,
    ...options,
  });

  return { isFine: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
}

/**
 * Starts a program. Resolves when its output matches `ready`, or at once without
 * `ready`. Rejects with the output if the program ends earlier.
 */
export async function startProcess(
  command: string,
  args: readonly string[],
  { env, ready }: { env?: NodeJS.ProcessEnv; ready?: RegExp },
) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Starts a process group. Killing the group also ends the children of gcloud.
    detached: true,
  });

  let output = '';
  const exitEvent = new Promise<void>((resolve) => child.once('exit', resolve));

  const killGroup = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The group has ended, or the system is Windows, which has no groups.
      child.kill('SIGKILL');
    }
  };
  process.once('exit', killGroup);

  await new Promise<void>((resolve, reject) => {
    const appendOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (ready?.test(output)) resolve();
    };

    if (!ready) child.once('spawn', resolve);
    child.stdout.on('data', appendOutput);
    child.stderr.on('data', appendOutput);
    child.once('error', reject);
    void exitEvent.then(() =>
      reject(new Error(`${command} ended:\n${output}`)),
    );
  });

  const stopProcess = () => {
    killGroup();
    return exitEvent;
  };

  return { pid: child.pid, stop: stopProcess, output: () => output };
}
