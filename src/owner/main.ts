import { constants } from 'node:os';
import {
  checkBuildSettings,
  firestoreOrigin,
  readEnvFiles,
  readSettings,
} from '../node/settings.ts';
import { help, readArguments } from './arguments.ts';
import type { Runtime } from './context.ts';
import { erase, purge } from './erase-command.ts';
import { restore } from './erased-copies.ts';
import { openFirestore, openLocalFirestore } from './firestore-source.ts';
import { createAuthorizer, createErrorAdviser } from './google-api.ts';
import { createLocalSource } from './local-source.ts';
import type { RecordSource } from './record-source.ts';
import { report } from './report-command.ts';
import { review } from './review-command.ts';
import { show } from './show-command.ts';

const commands = { show, erase, purge, restore, review, report };

/** Runs `npm run records`, with arguments such as `waitlist --csv`. */
export async function main(args: string[]): Promise<void> {
  // `npm run` starts in the project's root. INIT_CWD is the caller's folder.
  const { INIT_CWD: directory = process.cwd() } = process.env;
  readEnvFiles();
  // Without a listener, the program would crash when `| head` closes the pipe.
  process.stdout.on('error', () => {});
  const abortController = new AbortController();
  const { signal } = abortController;
  for (const name of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      // Only commands that change records must report how far they came.
      if (args.includes('--yes') && !signal.aborted) abortController.abort();
      else process.exit(128 + constants.signals[name]);
    });
  await runCommand(args, {
    env: process.env,
    print: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => resolve(!error));
      }),
    isTerminal: process.stdout.isTTY,
    directory,
    log: (line) => console.error(line),
    now: Date.now,
    signal,
    production: { origin: firestoreOrigin, authorize: createAuthorizer() },
  });
}

export async function runCommand(args: string[], runtime: Runtime) {
  if (['help', '--help', '-h'].some((word) => args.includes(word))) {
    await runtime.print(help);
    return;
  }
  const values = readArguments(args, runtime.now(), runtime.env);
  const source = chooseSource(runtime);
  await commands[values.command]({ ...runtime, ...values, source });
}

function chooseSource({ env, production }: Runtime): RecordSource {
  const { emulator, dataDir } = readSettings(env);
  if (emulator) {
    const advice = 'check that it is a Firestore emulator';
    const place = `the emulator at ${emulator}`;
    return openLocalFirestore(place, `http://${emulator}`, advice);
  }
  checkBuildSettings(env);
  const project = env.VITE_FIREBASE_PROJECT_ID;
  if (!project) return createLocalSource(dataDir);
  return openFirestore({
    ...production,
    place: `Firestore's project ${project}`,
    project,
    advice: createErrorAdviser(project),
    isProduction: true,
  });
}
