import * as fs from 'node:fs';
import { uptime } from 'node:os';
import * as path from 'node:path';
import { UserError } from './user-error.ts';

/** The lock files of this process. */
const ours = new Set<string>();

/**
 * Locks a folder against our other programs on this machine; returns the unlock
 * function. The lock is a file, `{"origin":"http://127.0.0.1:4173","pid":1,
 * "started":"5"}`, and one that an ended process has left locks nothing. Throws
 * a UserError, its cause the origin there, if the folder is in use.
 * Not proper-lockfile: after a kill it blocks for ten seconds, and names no holder.
 */
export function lockFolder(directory: string, origin: string): () => void {
  const file = path.join(fs.realpathSync(directory), 'server.lock');
  const { pid } = process;
  const text = `${JSON.stringify({ origin, pid, started: startOf(pid) })}\n`;
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

/** Removes a lock that nobody holds; throws a UserError if somebody does. */
function removeStale(file: string, directory: string): void {
  const text = fs.readFileSync(file, 'utf8');
  const [, origin = 'another address'] = /"origin":"(.+?)"/.exec(text) ?? [];
  const pid = Number(/"pid":(\d+)/.exec(text)?.[1] ?? 0);
  if (isHeld(file, pid, /"started":"(.+?)"/.exec(text)?.[1])) {
    const advice = origin.startsWith('npm')
      ? `${origin}; wait until that is done, or stop it.`
      : `the server at ${origin}; stop that one, or set DATA_DIR to another folder.`;
    const message = `${directory} is in use by ${advice} It is process ${pid}, as ${file} says.`;
    throw new UserError(message, { cause: origin });
  }
  const aside = `${file}.${process.pid}`;
  fs.renameSync(file, aside);
  // Unless another program was quicker, and this is its lock.
  if (fs.readFileSync(aside, 'utf8') === text) fs.rmSync(aside);
  else fs.renameSync(aside, file);
}

/** A process id is used again: after a restart, and in every container. */
function isHeld(file: string, pid: number, started = ''): boolean {
  if (pid === process.pid) return ours.has(file);
  const bootedAt = Date.now() - uptime() * 1000;
  if (fs.statSync(file).mtimeMs < bootedAt) return false;
  try {
    // 0, while a lock is just being written, is this process's own group.
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  const now = started && startOf(pid);
  return !now || now === started;
}

/**
 * Returns when a process started, as Linux counts it, or nothing elsewhere: ids
 * begin at 1 again in each container, and containers run Linux.
 */
function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces: proc_pid_stat(5).
    return stat.split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
