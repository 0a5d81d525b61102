import * as fs from 'node:fs';
import * as path from 'node:path';
import { lockFolder } from '../node/lock-folder.ts';
import { readLines } from '../node/read-text.ts';
import { UserError } from '../node/user-error.ts';
import { readBackupHeader } from './backup-file.ts';
import type { CommandContext } from './context.ts';

// The command knows the backups that it has written: those in DATA_DIR/backups, and
// those that --out wrote elsewhere, which are listed in DATA_DIR/backups/elsewhere.txt.
// An erasure for a person needs to find them all.

const folderOf = ({ dataDir }: CommandContext) =>
  path.resolve(dataDir, 'backups');
const listOf = (context: CommandContext) =>
  path.join(folderOf(context), 'elsewhere.txt');

/**
 * Runs a command that writes or rewrites backups. Only one such command runs at a
 * time, so that no backup appears while an erasure rewrites the backups.
 */
export async function lockBackups<T>(
  context: CommandContext,
  run: () => Promise<T>,
): Promise<T> {
  const folder = folderOf(context);
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
  const folder = folderOf(context);
  const starts = [
    `${folder}${path.sep}`,
    ...readList(context).map((f) => `${f}.`),
  ];
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
 * Returns the path for a new backup, and remembers it. The path is the --out file, or a
 * new file in DATA_DIR/backups. Throws a UserError if the file exists, because it may
 * be the only copy of records.
 */
export function addBackup(
  context: CommandContext,
  out: string | undefined,
): string {
  const { directory, now } = context;
  // Windows forbids colons in names.
  const time = new Date(now()).toISOString().replaceAll(':', '-');
  const file =
    out === undefined
      ? findFreeName(path.join(folderOf(context), `backup-${time}`))
      : path.resolve(directory, out);
  if (fs.existsSync(file)) {
    throw new UserError(
      `${file} already exists, and it may be the only copy of its records; name a new file with --out. Nothing was changed.`,
    );
  }
  if (path.dirname(file) !== folderOf(context)) {
    const ownerOnlyOptions = { mode: 0o600, flush: true };
    fs.appendFileSync(listOf(context), `${file}\n`, ownerOnlyOptions);
  }
  return file;
}

function findFreeName(start: string): string {
  for (let number = 1; ; number += 1) {
    const file = `${start}${number > 1 ? `-${number}` : ''}.jsonl`;
    if (!fs.existsSync(file)) return file;
  }
}

/** Returns the paths of this project's backups that still exist. */
export function findKnownBackups(context: CommandContext): string[] {
  // Earlier releases wrote backups into DATA_DIR itself.
  const folders = [folderOf(context), path.resolve(context.dataDir)];
  const files = folders.flatMap((folder) =>
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => path.join(folder, name)),
  );
  const isThisProject = (file: string) =>
    fs.existsSync(file) &&
    readBackupHeader(file)?.project === context.source.project;
  return [...new Set([...files, ...readList(context)])].filter(isThisProject);
}

/** Returns the paths of known backups that were moved or deleted. */
export function findMissingBackups(context: CommandContext): string[] {
  return readList(context).filter((file) => !fs.existsSync(file));
}

function readList(context: CommandContext): string[] {
  const list = listOf(context);
  if (!fs.existsSync(list)) return [];
  const files = Array.from(readLines(list), ([line]) => line.trim());
  return [...new Set(files.filter(Boolean))];
}
