import { loadEnv } from 'vite';
import { Complaint } from './complaint.ts';
import { credentialsAdvice, ownersHeaders } from './credentials.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { collections } from './firestore-access.ts';
import {
  type Entry,
  localSource,
  type Remote,
  remoteSource,
  type Source,
} from './records-source.ts';
import { checkProject, readSettings } from './settings.ts';

/** The effects of the command. */
export interface World {
  env: Readonly<Record<string, string | undefined>>;
  /** Resolves to false when nobody reads on. */
  print(text: string): Promise<boolean>;
  progress(line: string): void;
  production: Pick<Remote, 'origin' | 'authorize'>;
}

/** `npm run records`, and `npm run records -- waitlist --csv`. */
export async function main(args: string[]): Promise<void> {
  const fromFiles = loadEnv('production', process.cwd(), 'VITE_');
  await showRecords(args, {
    env: { ...process.env, ...fromFiles },
    print,
    progress: (line) => console.error(line),
    production: {
      origin: 'https://firestore.googleapis.com',
      authorize: ownersHeaders,
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
  const names = args.filter((arg) => arg !== '--csv');
  const [collection] = names;
  const wrong = names.find((name) => !collections.has(name));
  if (wrong !== undefined || names.length > 1) {
    throw new Complaint(
      `There is no "${wrong ?? names.join(' ')}" to show; name one of ${[...collections.keys()].join(', ')}, or none for all.`,
    );
  }
  const source = chooseSource(world);
  if (!args.includes('--csv')) {
    const shown = collection ? [collection] : [...collections.keys()];
    return summarize(source, shown, world);
  }
  if (!collection) {
    throw new Complaint(
      'A table holds one collection; name it, as in: npm run records -- waitlist --csv',
    );
  }
  return exportCsv(source, collection, world);
}

function chooseSource({ env, production }: World): Source {
  const { emulator, dataDir } = readSettings(env);
  if (emulator) {
    return remoteSource({
      place: `the emulator at ${emulator}`,
      origin: `http://${emulator}`,
      project: 'demo-pear',
      authorize: async () => ({ authorization: 'Bearer owner' }),
      advice: 'see that it is a Firestore emulator.',
    });
  }
  checkProject(env);
  const project = env.VITE_FIREBASE_PROJECT_ID;
  if (!project) return localSource(dataDir);
  const place = `Firestore's project ${project}`;
  return remoteSource({
    ...production,
    place,
    project,
    advice: credentialsAdvice,
  });
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
    let count = 0;
    let newest: Entry[] = [];
    for await (const page of pagesOf(source, collection, world)) {
      count += page.length;
      newest = [...newest, ...page].sort(byTime).slice(0, newestShown);
    }
    total += count;
    text += `${collection}: ${count}\n${newest.map(lineOf).join('')}`;
  }
  if (total === 0) throw nothing(shown, source);
  await world.print(`Records in ${source.place}\n${text}`);
}

function nothing(shown: readonly string[], { place }: Source): Complaint {
  return new Complaint(`There is nothing in ${shown.join(', ')} at ${place}.`);
}

function byTime(a: Entry, b: Entry): number {
  return timeOf(b) - timeOf(a);
}

function timeOf({ fields }: Entry): number {
  return Date.parse(fields.timestamp ?? '') || 0;
}

/** Visitors wrote this: no control character of theirs gets to the terminal. */
function lineOf({ id, fields }: Entry): string {
  const { timestamp = '', ...rest } = fields;
  const texts = Object.entries(rest).map(([name, text]) => `${name}=${text}`);
  const line = [timestamp, id, ...texts].join('  ');
  const most = 160;
  const cut = line.length > most ? `${line.slice(0, most)}…` : line;
  return `  ${cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')}\n`;
}

async function exportCsv(
  source: Source,
  collection: string,
  world: World,
): Promise<void> {
  const names = [...(collections.get(collection)?.keys() ?? []), 'timestamp'];
  let head = byteOrderMark + csvLine(['id', ...names]);
  for await (const page of pagesOf(source, collection, world)) {
    if (page.length === 0) continue;
    const lines = page.map(({ id, fields }) =>
      csvLine([id, ...names.map((name) => fields[name] ?? '')]),
    );
    if (!(await world.print(head + lines.join('')))) return;
    head = '';
  }
  if (head) throw nothing([collection], source);
}

/** Says how far it is wherever one page is not all. */
async function* pagesOf(source: Source, collection: string, world: World) {
  let count = 0;
  for await (const page of source.pages(collection)) {
    if (count > 0) world.progress(`${collection}: ${count} read, going on`);
    count += page.length;
    yield page;
  }
}
