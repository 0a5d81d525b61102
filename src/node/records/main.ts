import * as path from 'node:path';
import { loadEnv } from 'vite';
import { collections } from '../server/firestore/rules.ts';
import { checkProject, readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { type Arguments, readArguments } from './arguments.ts';
import { production } from './credentials.ts';
import { erasePerson, purge } from './erase.ts';
import { emulatorsAdvice, ownersAdvice } from './firestore-error.ts';
import { keepAsked, readAsked } from './last-asked.ts';
import { localSource } from './local.ts';
import { localOwner, type Remote, remoteSource } from './remote.ts';
import { countFigures, reportText } from './report.ts';
import { reportPage } from './report-page.ts';
import { review } from './review.ts';
import type { Selection } from './selection.ts';
import { nothingIn, type Source } from './source.ts';
import { summarize } from './summary.ts';
import { writeTable } from './table.ts';
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
  const given = readArguments(args, world.now());
  const source = chooseSource(world);
  const { print, signal } = world;
  const task = {
    source,
    progress: world,
    print,
    signal,
    isConfirmed: given.isConfirmed,
  };
  const { command, address } = given;
  try {
    if (command === 'erase') await erasePerson(address, task);
    else if (command === 'purge') await purge(given, task);
    else if (command === 'show') await show(source, given, world);
    else await analyze(source, given, world);
  } finally {
    source.close();
  }
}

/** Says what is in the records, instead of showing them. */
async function analyze(
  source: Source,
  { command, collection, since, out }: Arguments,
  world: World,
): Promise<void> {
  const { directory, print, now } = world;
  const shown = collection ? [collection] : [...collections.keys()];
  if (command === 'review') {
    for await (const text of review(source, shown, { since }, world)) {
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

/** Shows records as a summary or as a table; keeps what was asked last. */
async function show(
  source: Source,
  given: Arguments,
  world: World,
): Promise<void> {
  const { collection, isNew, isUnique, since } = given;
  const shown = collection ? [collection] : [...collections.keys()];
  const { dataDir } = readSettings(world.env);
  const asked = isNew ? readAsked(dataDir, source.place) : {};
  const until = isNew ? await source.now() : '';
  const selectionOf = (name: string): Selection => ({
    since,
    isUnique,
    ...(isNew && { arrival: { after: asked[name] ?? '', until } }),
  });
  const isGiven = await (given.format
    ? giveTable(source, shown, selectionOf, given, world)
    : giveSummary(source, shown, selectionOf, world));
  if (isGiven === 'nothing' && !isNew) throw nothingIn(source, shown, since);
  if (isGiven !== 'all' || !isNew) return;
  const marks = shown.map((name) => [name, until] as const);
  await keepAsked(dataDir, source.place, Object.fromEntries(marks));
}

type Given = 'all' | 'nothing' | 'a part, since nobody read on';

async function giveSummary(
  source: Source,
  shown: readonly string[],
  selectionOf: (collection: string) => Selection,
  world: World,
): Promise<Given> {
  let total = 0;
  let all = '';
  for (const name of shown) {
    const { text, count } = await summarize(
      source,
      name,
      selectionOf(name),
      world,
    );
    total += count;
    all += text;
  }
  if (total === 0) return 'nothing';
  const isRead = await world.print(`Records in ${source.place}\n${all}`);
  return isRead ? 'all' : 'a part, since nobody read on';
}

async function giveTable(
  source: Source,
  shown: readonly string[],
  selectionOf: (collection: string) => Selection,
  { collection, format = 'csv', out }: Arguments,
  world: World,
): Promise<Given> {
  if (format === 'csv' && !collection) {
    throw new UserError(
      'A table holds one collection; name it, as in: npm run records -- waitlist --csv --out waitlist.csv',
    );
  }
  const { directory, print } = world;
  const isTerminal = out === undefined && world.isTerminal;
  const style = { name: format, isTerminal };
  const table = writeTable(source, shown, selectionOf, style, world);
  // A file is touched only when there is something to write to it.
  let piece = await table.next();
  if (piece.done) return 'nothing';
  const fill = async (write: (text: string) => Promise<boolean> | boolean) => {
    let count = 0;
    for (; !piece.done; piece = await table.next()) {
      count += piece.value.count;
      if (!(await write(piece.value.text))) break;
    }
    return count;
  };
  if (out !== undefined) {
    const file = path.resolve(directory, out);
    const count = await writeWhole(file, fill);
    await print(`${count} of ${shown.join(', ')} in ${file}\n`);
  } else await fill(print);
  return piece.done ? 'all' : 'a part, since nobody read on';
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
