import * as fs from 'node:fs';
import { uptime } from 'node:os';
import * as path from 'node:path';
import { UserError } from './user-error.ts';

const ownLockFiles = new Set<string>();

/**
 * Locks a folder and returns the unlock function. Throws a UserError if another
 * process holds the lock. The error's `cause` is the holder's URL or command. The
 * package proper-lockfile would keep the lock of a killed process for ten seconds.
 */
export function lockFolder(directory: string, holder: string): () => void {
  const file = path.join(fs.realpathSync(directory), 'server.lock');
  const { pid } = process;
  const lock = { origin: holder, pid, started: readStartTime(pid) };
  const lockText = `${JSON.stringify(lock)}\n`;

  for (;;) {
    try {
      fs.writeFileSync(file, lockText, { flag: 'wx' });
      ownLockFiles.add(file);
      return () => {
        ownLockFiles.delete(file);
        fs.rmSync(file, { force: true });
      };
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error;
    }

    try {
      removeStaleLock(file, directory);
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT') throw error;
    }
  }
}

/** Removes the lock of an ended process. Throws a UserError if the process runs. */
function removeStaleLock(file: string, directory: string): void {
  const text = fs.readFileSync(file, 'utf8');
  const [, holder = 'another address'] = /"origin":"(.+?)"/.exec(text) ?? [];
  const [, pidText = '0'] = /"pid":(\d+)/.exec(text) ?? [];
  const [, started] = /"started":"(.+?)"/.exec(text) ?? [];
  const pid = Number(pidText);

  if (isHeld(file, pid, started)) {
    const advice = holder.startsWith('npm')
      ? `${holder}; wait until that command ends, or stop it.`
      : `the server at ${holder}; stop that server, or set DATA_DIR to another folder.`;
    const message = `${directory} is in use by ${advice} The process id in ${file} is ${pid}.`;
    throw new UserError(message, { cause: holder });
  }

  const renamedFile = `${file}.${process.pid}`;
  fs.renameSync(file, renamedFile);
  // Deletes the lock if it is this program's. Puts back the lock of another program.
  if (fs.readFileSync(renamedFile, 'utf8') === text) fs.rmSync(renamedFile);
  else fs.renameSync(renamedFile, file);
}

/** Whether the lock's process still runs. A new process may have the same id by now. */
function isHeld(file: string, pid: number, started = ''): boolean {
  if (pid === process.pid) return ownLockFiles.has(file);

  const bootTime = Date.now() - uptime() * 1000;
  if (fs.statSync(file).mtimeMs < bootTime) return false;

  try {
    // An incomplete lock file has `pid` 0. kill() then succeeds: the lock counts as held.
    process.kill(pid, 0);
  } catch (error) {
    if (getErrorCode(error) === 'ESRCH') return false;
  }

  const pidStartTime = started && readStartTime(pid);
  return !pidStartTime || pidStartTime === started;
}

/** Returns a process's start time on Linux, or ''. Containers reuse process ids. */
function readStartTime(pid: number): string {
  try {
    const statText = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name, in parentheses, may contain spaces: proc_pid_stat(5).
    return statText.split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const getErrorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;
