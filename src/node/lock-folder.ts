import * as fs from 'node:fs';
import { uptime } from 'node:os';
import * as path from 'node:path';
import { UserError } from './user-error.ts';

/** The lock files of this process. */
const ours = new Set<string>();

/**
 * Locks a folder against our other programs on this machine by a file such as
 * `{"origin":"http://127.0.0.1:4173","pid":1}`; returns the unlock function. If
 * a living process holds it, throws a UserError whose cause is that origin. Not
 * proper-lockfile: after a kill it blocks for ten seconds, and names no holder.
 */
export function lockFolder(directory: string, origin: string): () => void {
  const file = path.join(fs.realpathSync(directory), 'server.lock');
  const text = `${JSON.stringify({ origin, pid: process.pid })}\n`;
  for (;;) {
    try {
      fs.writeFileSync(file, text, { flag: 'wx' });
      ours.add(file);
      return () => {
        ours.delete(file);
        fs.rmSync(file, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    try {
      removeStale(file, directory);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** Removes a lock that nobody holds; throws a UserError where somebody does. */
function removeStale(file: string, directory: string): void {
  const text = fs.readFileSync(file, 'utf8');
  const [, origin = 'another address'] = /"origin":"(.+?)"/.exec(text) ?? [];
  if (isHeld(file, Number(/"pid":(\d+)/.exec(text)?.[1] ?? 0))) {
    const advice = origin.startsWith('npm')
      ? `${origin}; wait until that is done.`
      : `the server at ${origin}; stop that one, or set DATA_DIR to another folder.`;
    const message = `${directory} is in use by ${advice}`;
    throw new UserError(message, { cause: origin });
  }
  const aside = `${file}.${process.pid}`;
  fs.renameSync(file, aside);
  // Unless another program was quicker, and this is its lock.
  if (fs.readFileSync(aside, 'utf8') === text) fs.rmSync(aside);
  else fs.renameSync(aside, file);
}

/** A process id is used again: after a restart, and in every container. */
function isHeld(file: string, pid: number): boolean {
  if (pid === process.pid) return ours.has(file);
  const bootedAt = Date.now() - uptime() * 1000;
  if (fs.statSync(file).mtimeMs < bootedAt) return false;
  try {
    // 0, where a lock is just being written, is this process's own group.
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
