import * as fs from 'node:fs';
import * as path from 'node:path';
import { orUserError, UserError } from '../user-error.ts';
import type { Task } from './task.ts';

/** Replaces a file atomically, unless `fill` resolves to false. */
export async function writeWhole(
  file: string,
  fill: (write: (text: string) => boolean) => Promise<boolean>,
): Promise<void> {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  if (fs.existsSync(target) && !fs.statSync(target).isFile()) {
    throw new UserError(`${file} is no file; name one to write to.`);
  }
  const partial = `${target}.${process.pid}.partial`;
  const advice = 'name another one, or make room for it';
  const orRefuse = (act: () => void) =>
    orUserError(`${file} cannot be written`, advice, act);
  try {
    // Visitors wrote the content, so only the owner may read the file.
    const ofOwner = { flag: 'wx', mode: 0o600 };
    orRefuse(() => fs.writeFileSync(partial, '', ofOwner));
    const isMeant = await fill((text) => {
      orRefuse(() => fs.appendFileSync(partial, text, { flush: true }));
      return true;
    });
    if (isMeant) orRefuse(() => fs.renameSync(partial, target));
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

/** Prints a text, or writes it to the file that --out names and says so. */
export async function writeOut(
  { directory, out, print }: Task,
  text: string,
  what: string,
): Promise<void> {
  const file = path.resolve(directory, out ?? '');
  if (out !== undefined) await writeWhole(file, async (write) => write(text));
  await print(out === undefined ? text : `${what}: ${file}\n`);
}
