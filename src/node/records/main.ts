import * as fs from 'node:fs';
import * as path from 'node:path';
import { loadEnv } from 'vite';
import { collections } from '../server/firestore/rules.ts';
import { checkProject, readSettings } from '../settings.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { production } from './credentials.ts';
import { eraseListed, erasePerson, purge } from './erase.ts';
import { emulatorsAdvice, ownersAdvice } from './firestore-error.ts';
import { help } from './help.ts';
import { localSource } from './local.ts';
import { localOwner, type Remote, remoteSource } from './remote.ts';
import { countFigures, reportText } from './report.ts';
import { reportPage } from './report-page.ts';
import { restore } from './restore.ts';
import { review } from './review.ts';
import { show } from './show.ts';
import { nothingIn, type Source } from './source.ts';
import { writeWhole } from './whole-file.ts';

/** The effects of the command. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  /** Resolves to false when nobody reads on. */
  print(text: string): Promise<boolean>;
  isTerminal: boolean;
  /** Where files are written. */
  directory: string;
  progress(line: string): void;
  /** Milliseconds, as Date.now gives them. */
  now(): number;
  /** Ends an erasure between two steps. */
  signal: AbortSignal;
  production: Pick<Remote, 'origin' | 'authorize'>;
}

/** `npm run records`, with `-- waitlist --csv --out waitlist.csv` and others. */
export async function main(args: string[]): Promise<void> {
  // npm runs the command at the project's root, wherever it was called.
  const { INIT_CWD: directory = process.cwd() } = process.env;
  const fromFiles = loadEnv('production', process.cwd(), 'VITE_');
  await showRecords(args, {
    env: { ...process.env, ...fromFiles },
    print,
    isTerminal: process.stdout.isTTY,
    directory,
    progress: (line) => console.error(line),
    now: Date.now,
    signal: interruption(args),
    production: production(),
  });
}

/** Waits for the reader; `| head` closes its end and wants no more. */
function print(text: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve(false));
    process.stdout.write(text, (error) => {
      process.stdout.removeAllListeners('error');
      process.stdout.on('error', () => {});
      resolve(!error);
    });
  });
}

/** Only an erasure has to say how far it came. */
function interruption(args: string[]): AbortSignal {
  const controller = new AbortController();
  if (args.includes('--yes')) {
    process.once('SIGINT', () => controller.abort());
  }
  return controller.signal;
}

export async function showRecords(args: string[], world: World): Promise<void> {
  const { print, directory, signal, now } = world;
  if (args.includes('--help') || args.includes('-h')) {
    await print(help);
    return;
  }
  const given = readArguments(args, now());
  const { command, address, file, isConfirmed, isCopied, out } = given;
  const source = chooseSource(world);
  const task = { source, progress: world, print, signal, isConfirmed };
  const named = path.resolve(directory, file);
  try {
    if (command === 'show') await show(source, given, world);
    else if (command === 'restore') await restore(named, task);
    else if (command === 'erase' || command === 'purge') {
      const copy = isCopied ? copyFile(world, out) : undefined;
      const erasure = { ...task, copy };
      if (command === 'purge') await purge(given, erasure);
      else if (file) await eraseListed(named, erasure);
      else await erasePerson(address, erasure);
    } else await analyze(source, given, world);
  } finally {
    source.close();
  }
}

/** Where a copy of what is erased goes: beside the records, if not named. */
function copyFile({ env, directory, now }: World, out?: string): string {
  if (out !== undefined) return path.resolve(directory, out);
  const { dataDir } = readSettings(env);
  fs.mkdirSync(dataDir, { recursive: true });
  const time = new Date(now()).toISOString().replaceAll(':', '-');
  return path.join(dataDir, `erased-${time}.jsonl`);
}

/** Says what is in the records, instead of showing them. */
async function analyze(
  source: Source,
  { command, collection, since, out, isIds }: Arguments,
  world: World,
): Promise<void> {
  const { directory, print, now } = world;
  const shown = collection ? [collection] : [...collections.keys()];
  if (command === 'review') {
    for await (const text of review(source, shown, { since }, world, isIds)) {
      if (!(await print(text))) return;
    }
    return;
  }
  const figures = await countFigures(source, { since }, world);
  if (figures.total === 0) throw nothingIn(source, shown, since);
  if (out === undefined) {
    await print(reportText(figures, source.place));
    return;
  }
  const file = path.resolve(directory, out);
  const page = reportPage(figures, source.place, new Date(now()));
  await writeWhole(file, async (write) => write(page));
  await print(`The report is in ${file}\n`);
}

function chooseSource({ env, production }: World): Source {
  const { emulator, dataDir } = readSettings(env);
  if (emulator) {
    const place = `the emulator at ${emulator}`;
    return localOwner(place, `http://${emulator}`, emulatorsAdvice);
  }
  checkProject(env);
  const project = env.VITE_FIREBASE_PROJECT_ID;
  if (!project) return localSource(dataDir);
  const place = `Firestore's project ${project}`;
  const advice = ownersAdvice(project);
  const isProduction = true;
  return remoteSource({ ...production, place, project, advice, isProduction });
}
