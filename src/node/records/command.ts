import {
  checkProject,
  firestoreOrigin,
  readEnvFiles,
  readSettings,
} from '../settings.ts';
import { help, readArguments } from './arguments.ts';
import { restore } from './copies.ts';
import { ownersHeaders } from './credentials.ts';
import { erase, purge } from './erase.ts';
import { ownersAdvice } from './firestore-error.ts';
import { localSource } from './local.ts';
import { localOwner, remoteSource } from './remote.ts';
import { report } from './report.ts';
import { review } from './review.ts';
import { show } from './show.ts';
import type { Source } from './source.ts';
import type { World } from './task.ts';

const commands = { show, erase, purge, restore, review, report };

/** `npm run records`, with `-- waitlist --csv --out waitlist.csv` and others. */
export async function main(args: string[]): Promise<void> {
  // npm runs the command at the project's root, wherever it was called.
  const { INIT_CWD: directory = process.cwd() } = process.env;
  readEnvFiles();
  // `| head` closes its end; the callback of write reports that, too.
  process.stdout.on('error', () => {});
  const interruption = new AbortController();
  // A command that changes nothing need not say how far it came.
  if (args.includes('--yes')) {
    process.once('SIGINT', () => interruption.abort());
  }
  await runCommand(args, {
    env: process.env,
    print: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => resolve(!error));
      }),
    isTerminal: process.stdout.isTTY,
    directory,
    progress: (line) => console.error(line),
    now: Date.now,
    signal: interruption.signal,
    production: { origin: firestoreOrigin, authorize: ownersHeaders() },
  });
}

export async function runCommand(args: string[], world: World): Promise<void> {
  if (['help', '--help', '-h'].some((word) => args.includes(word))) {
    await world.print(help);
    return;
  }
  const given = readArguments(args, world.now(), world.env);
  const source = chooseSource(world);
  await commands[given.command]({ ...world, ...given, source });
}

function chooseSource({ env, production }: World): Source {
  const { emulator, dataDir } = readSettings(env);
  if (emulator) {
    const advice = () => 'see that it is a Firestore emulator';
    const place = `the emulator at ${emulator}`;
    return localOwner(place, `http://${emulator}`, advice);
  }
  checkProject(env);
  const project = env.VITE_FIREBASE_PROJECT_ID;
  if (!project) return localSource(dataDir);
  return remoteSource({
    ...production,
    place: `Firestore's project ${project}`,
    project,
    advice: ownersAdvice(project),
    isProduction: true,
  });
}
