import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as path from 'node:path';
import { UserError } from './user-error.ts';

/**
 * Locks a folder against our other programs on this machine; returns the unlock
 * function. The operating system drops the lock when the process ends. The file
 * only says who locked it last: `{"origin":"http://127.0.0.1:4173","pid":1}`.
 */
export async function lockFolder(
  directory: string,
  holder: string,
): Promise<() => void> {
  const file = path.join(directory, 'server.lock');
  try {
    const unlock =
      process.platform === 'darwin'
        ? openExclusively(file)
        : await listenAt(socketOf(fs.realpathSync.native(directory)));
    fs.writeFileSync(
      file,
      `${JSON.stringify({ origin: holder, pid: process.pid })}\n`,
    );
    return unlock;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!/^(EADDRINUSE|EAGAIN)$/.test(code)) throw error;
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    const [, other = 'another address'] = /"origin":"(.+?)"/.exec(text) ?? [];
    throw new UserError(
      other.startsWith('npm')
        ? `${directory} is in use by ${other}; wait until that is done.`
        : `${directory} is in use by the server at ${other}; stop that one, or set DATA_DIR to another folder.`,
      { cause: other },
    );
  }
}

/**
 * The name of a pipe on Windows, of an abstract socket on Linux: one process
 * can listen there, and nothing is left of it when that process ends.
 * https://nodejs.org/api/net.html#identifying-paths-for-ipc-connections
 */
function socketOf(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex');
  const start = process.platform === 'win32' ? '\\\\.\\pipe\\' : '\0';
  return `${start}pear-${hash}`;
}

function listenAt(socket: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((connection) => connection.destroy());
    server.once('error', reject);
    server.unref().listen(socket, () => resolve(() => server.close()));
  });
}

/** With O_EXLOCK, which macOS has and Node does not name. */
function openExclusively(file: string): () => void {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = fs.constants;
  const descriptor = fs.openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | 0x20);
  return () => fs.closeSync(descriptor);
}
