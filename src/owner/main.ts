import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { firestoreOrigin, readEnvFiles } from '../node/settings.ts';
import { createAuthorizer } from './google-api.ts';
import { runCommand } from './run-command.ts';

/** Runs `npm run records`, with arguments such as `waitlist --csv`. */
export async function main(args: string[]): Promise<void> {
  // `npm run` starts in the project's root. INIT_CWD is the caller's folder.
  const { INIT_CWD: directory = process.cwd() } = process.env;
  const settingFiles = readEnvFiles();

  // Without a listener, the program would crash when `| head` closes the pipe.
  process.stdout.on('error', () => {});

  const abortController = new AbortController();
  const { signal } = abortController;
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // Only commands that change records must report how far they came.
      if (!args.includes('--yes') || signal.aborted)
        process.exit(128 + constants.signals[name]);

      abortController.abort();
      // The answer to a commit can take a minute.
      console.error(
        'Stopping after the current step. Press Ctrl+C again to stop at once.',
      );
    });
  }

  await runCommand(args, {
    env: process.env,
    settingFiles,
    print: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => resolve(!error));
      }),
    isTerminal: process.stdout.isTTY,
    directory,
    log: (line) => console.error(line),
    now: Date.now,
    wait: (milliseconds) => sleep(milliseconds),
    signal,
    production: { origin: firestoreOrigin, authorize: createAuthorizer() },
  });
}
