import * as fs from 'node:fs';
import * as path from 'node:path';
import { UserError, wrapSystemError } from '../node/user-error.ts';
import type { CommandContext } from './context.ts';

/** Replaces a file atomically. If `fill` resolves to false, keeps the old file. */
export async function replaceFile(
  file: string,
  fill: (write: (text: string) => boolean) => Promise<boolean>,
): Promise<void> {
  const targetFile = fs.existsSync(file) ? fs.realpathSync(file) : file;
  if (fs.existsSync(targetFile) && !fs.statSync(targetFile).isFile()) {
    throw new UserError(`${file} is not a file; name a file to write to.`);
  }

  const partialFile = `${targetFile}.${process.pid}.partial`;
  const removePartialFile = () => fs.rmSync(partialFile, { force: true });

  const advice = 'choose another file, or free disk space';
  const wrapErrors = (act: () => void) =>
    wrapSystemError(`${file} cannot be written`, advice, act);

  // If a signal ends the process, no `finally` runs.
  process.once('exit', removePartialFile);

  try {
    // The file contains personal data, so only its owner may read the file.
    const ownerOnlyOptions = { flag: 'wx', mode: 0o600 };
    wrapErrors(() => fs.writeFileSync(partialFile, '', ownerOnlyOptions));

    const hasContent = await fill((text) => {
      wrapErrors(() => fs.appendFileSync(partialFile, text));
      return true;
    });

    if (!hasContent) return;
    wrapErrors(() => {
      // The content must be on the disk before the file gets its name.
      const descriptor = fs.openSync(partialFile, 'r+');
      fs.fsyncSync(descriptor);
      fs.closeSync(descriptor);
      fs.renameSync(partialFile, targetFile);
    });
  } finally {
    removePartialFile();
    process.off('exit', removePartialFile);
  }
}

/** Prints a text, or writes it to the file that --out names. */
export async function writeOutput(
  { directory, print }: CommandContext,
  text: string,
  name: string,
  out: string | undefined,
): Promise<void> {
  if (out === undefined) {
    await print(text);
    return;
  }

  const file = path.resolve(directory, out);
  await replaceFile(file, async (write) => write(text));
  await print(`Wrote ${name} to ${file}\n`);
}

/** Quotes a path for the owner's shell. cmd and PowerShell use the same quotes. */
export function quotePath(file: string, platform: string = process.platform) {
  if (platform === 'win32') return `"${file}"`;
  const isShellSafe = /^[\w@%+=:,./-]+$/.test(file);
  return isShellSafe ? file : `'${file.replaceAll("'", "'\\''")}'`;
}
