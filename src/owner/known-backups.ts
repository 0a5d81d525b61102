import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockFolder } from '../node/lock-folder.ts';
import { readLines } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import {
  type BackupOptions,
  readBackup,
  readBackupHeader,
  type SavedRecord,
  writeBackup,
} from './backup-file.ts';
import type { CommandContext } from './context.ts';
import { replaceFile } from './output-file.ts';
import { localProject } from './record-source.ts';

// The command knows the backups that it has written: those in DATA_DIR/backups, and
// those that --out wrote elsewhere, which are listed in DATA_DIR/backups/elsewhere.txt.
// An erasure for a person needs to find them all.

const getFolder = ({ dataDir }: CommandContext) =>
  path.resolve(dataDir, 'backups');
const getListFile = (context: CommandContext) =>
  path.join(getFolder(context), 'elsewhere.txt');

/**
 * Runs a command that writes or rewrites backups. Only one such command runs at a
 * time, so that no backup appears while an erasure rewrites the backups.
 */
export async function lockBackups<T>(
  context: CommandContext,
  run: () => Promise<T>,
): Promise<T> {
  const folder = getFolder(context);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(folder, 'npm run records');

  try {
    removePartialFiles(context);
    return await run();
  } finally {
    unlock();
  }
}

/** Removes the unfinished files of killed commands, because they hold records. */
function removePartialFiles(context: CommandContext): void {
  const folder = getFolder(context);
  const partialPrefixes = readList(context).map((file) => `${file}.`);
  const starts = [`${folder}${path.sep}`, ...partialPrefixes];

  for (const start of starts) {
    const parent = path.dirname(`${start}x`);
    if (!fs.existsSync(parent)) continue;
    for (const name of fs.readdirSync(parent)) {
      const file = path.join(parent, name);
      if (file.startsWith(start) && name.endsWith('.partial')) fs.rmSync(file);
    }
  }
}

/**
 * Writes a backup to the --out file, or to a new file in DATA_DIR/backups. `fill` adds
 * the records. Returns the file's path. Throws a UserError if the file exists, because
 * it may be the only copy of records.
 */
export async function writeNewBackup(
  context: CommandContext,
  out: string | undefined,
  fill: (add: (records: readonly SavedRecord[]) => void) => Promise<void>,
  options: BackupOptions = {},
): Promise<string> {
  const { directory, source, now } = context;
  const made = new Date(now()).toISOString();

  // Windows forbids colons in names.
  const name = `backup-${made.replaceAll(':', '-')}`;
  const file =
    out === undefined
      ? findFreeName(path.join(getFolder(context), name))
      : path.resolve(directory, out);

  if (fs.existsSync(file)) {
    throw new UserError(
      `${file} already exists, and it may be the only copy of its records; name a new file with --out.`,
    );
  }

  // The list comes first, so that a file of a killed command is known, too.
  const isElsewhere = path.dirname(file) !== getFolder(context);
  if (isElsewhere) {
    const ownerOnlyOptions = { mode: 0o600, flush: true };
    fs.appendFileSync(getListFile(context), `${file}\n`, ownerOnlyOptions);
  }

  try {
    const header = { project: source.project, made };
    await writeBackup(file, header, fill, options);
  } finally {
    if (isElsewhere && !fs.existsSync(file))
      await removeFromList(context, file);
  }
  return file;
}

function findFreeName(start: string): string {
  for (let number = 1; ; number += 1) {
    const suffix = number > 1 ? `-${number}` : '';
    const file = `${start}${suffix}.jsonl`;
    if (!fs.existsSync(file)) return file;
  }
}

/**
 * Returns the paths of the known backups that still exist. In production these are the
 * backups of every project, because a site that has moved from another project has older
 * backups of the same people. Those of the local Firestore hold nobody.
 */
export function findKnownBackups(context: CommandContext): string[] {
  // Earlier releases wrote backups into DATA_DIR itself.
  const folders = [getFolder(context), path.resolve(context.dataDir)];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => path.join(folder, name)),
  );

  const { project: ownProject, isProduction } = context.source;
  const isOfSite = (file: string) => {
    const project = fs.existsSync(file) && readBackupHeader(file)?.project;
    if (!project) return false;
    return project === ownProject || (isProduction && project !== localProject);
  };

  return [...new Set([...files, ...readList(context)])].filter(isOfSite);
}

interface BackupSearch<Result> {
  results: { file: string; result: Result }[];
  knownBackupCount: number;
  /** The known backups that cannot be searched, each with the reason. */
  unsearchedBackups: string[];
}

/** Calls `search` with the records of each known backup. */
export function searchBackups<Result>(
  context: CommandContext,
  search: (records: Iterable<SavedRecord>) => Result,
): BackupSearch<Result> {
  const results: BackupSearch<Result>['results'] = [];
  const unsearchedBackups = readList(context)
    .filter((file) => !fs.existsSync(file))
    .map((file) => `${file} was moved or deleted`);

  const knownBackups = findKnownBackups(context);
  for (const file of knownBackups) {
    try {
      results.push({ file, result: search(readBackup(file)) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      unsearchedBackups.push(error.message.replace(/\.$/, ''));
    }
  }
  const knownBackupCount = knownBackups.length;
  return { results, knownBackupCount, unsearchedBackups };
}

async function removeFromList(context: CommandContext, file: string) {
  const others = readList(context).filter((other) => other !== file);
  const text = others.map((other) => `${other}\n`).join('');
  await replaceFile(getListFile(context), async (write) => write(text));
}

function readList(context: CommandContext): string[] {
  const list = getListFile(context);
  if (!fs.existsSync(list)) return [];

  const files = Array.from(readLines(list), ({ text }) => text.trim());
  return [...new Set(files.filter(Boolean))];
}
