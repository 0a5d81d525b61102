import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { loadEnv } from 'vite';
import { printable } from '../printable.ts';
import { collections } from '../server/firestore/access.ts';
import { checkProject, readSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';
import { ownersHeaders } from './credentials.ts';
import { exportCsv } from './csv.ts';
import { emulatorsAdvice, ownersAdvice } from './failure.ts';
import { type Remote, remoteSource } from './remote.ts';
import { type Entry, localSource, nothingIn, type Source } from './source.ts';
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
  production: Pick<Remote, 'origin' | 'authorize'>;
}

/** `npm run records`, with `-- waitlist --csv --out waitlist.csv` or none. */
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
    production: {
      origin: 'https://firestore.googleapis.com',
      authorize: ownersHeaders(),
    },
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

export async function showRecords(args: string[], world: World): Promise<void> {
  const { collection, csv, out } = readArguments(args);
  const source = chooseSource(world);
  if (!csv) {
    const shown = collection ? [collection] : [...collections.keys()];
    return summarize(source, shown, world);
  }
  if (!collection) {
    throw new UserError(
      'A table holds one collection; name it, as in: npm run records -- waitlist --csv --out waitlist.csv',
    );
  }
  const { directory, print, isTerminal, progress } = world;
  if (out === undefined) {
    const paper = { write: print, isTerminal, progress };
    await exportCsv(source, collection, paper);
    return;
  }
  const file = path.resolve(directory, out);
  const count = await writeWhole(file, (write) =>
    exportCsv(source, collection, { write, isTerminal: false, progress }),
  );
  await print(`${count} of ${collection} in ${file}\n`);
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    options: { csv: { type: 'boolean' }, out: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const { csv, out, ...others } = values;
  const strange = Object.keys(others).map((name) => `--${name}`);
  const names = [...positionals, ...strange];
  const wrong = names.find((name) => !collections.has(name));
  if (wrong !== undefined || names.length > 1) {
    throw new UserError(
      `There is no "${wrong ?? names.join(' ')}" to show; name one of ${[...collections.keys()].join(', ')}, or none for all.`,
    );
  }
  if (out !== undefined && (typeof out !== 'string' || !out)) {
    throw new UserError('Name the file to write, as in: --out waitlist.csv');
  }
  return { collection: names[0], csv: (csv ?? out) !== undefined, out };
}

function chooseSource({ env, production }: World): Source {
  const { emulator, dataDir } = readSettings(env);
  if (emulator) {
    return remoteSource({
      place: `the emulator at ${emulator}`,
      origin: `http://${emulator}`,
      project: 'demo-pear',
      authorize: async () => ({ authorization: 'Bearer owner' }),
      advice: emulatorsAdvice,
    });
  }
  checkProject(env);
  const project = env.VITE_FIREBASE_PROJECT_ID;
  if (!project) return localSource(dataDir);
  const place = `Firestore's project ${project}`;
  const advice = ownersAdvice(project);
  return remoteSource({ ...production, place, project, advice });
}

const newestShown = 3;

async function summarize(
  source: Source,
  shown: readonly string[],
  world: World,
): Promise<void> {
  let total = 0;
  let text = '';
  for (const collection of shown) {
    const count = await source.count(collection);
    const newest =
      count > 0 ? await source.newest(collection, newestShown) : [];
    total += count;
    text += `${collection}: ${count}\n${newest.map(lineOf).join('')}`;
  }
  if (total === 0) throw nothingIn(source, shown);
  await world.print(`Records in ${source.place}\n${text}`);
}

function lineOf({ id, fields }: Entry): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const line = [timestamp, id, ...texts].join('  ');
  const most = 160;
  const cut = line.length > most ? `${line.slice(0, most)}…` : line;
  return `  ${printable(cut)}\n`;
}
