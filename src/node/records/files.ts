import * as fs from 'node:fs';
import * as readline from 'node:readline';
import { UserError } from '../user-error.ts';

/** Replaces a file atomically, unless `fill` says that it is to stay. */
export async function writeWhole(
  file: string,
  fill: (write: (text: string) => boolean) => Promise<boolean>,
): Promise<void> {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  if (fs.existsSync(target) && !fs.statSync(target).isFile()) {
    throw new UserError(`${file} is no file; name one to write to.`);
  }
  const partial = `${target}.${process.pid}.partial`;
  const orUserError = (act: () => void) => {
    try {
      act();
      return true;
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      throw new UserError(
        `${file} cannot be written (${code}); name another one, or make room for it.`,
      );
    }
  };
  try {
    // Visitors wrote what goes in there; its owner alone is to read it.
    const ofOwner = { flag: 'wx', mode: 0o600 };
    orUserError(() => fs.writeFileSync(partial, '', ofOwner));
    const isMeant = await fill((text) =>
      orUserError(() => fs.appendFileSync(partial, text, { flush: true })),
    );
    if (isMeant) orUserError(() => fs.renameSync(partial, target));
  } finally {
    fs.rmSync(partial, { force: true });
  }
}

export async function* linesOf(file: string): AsyncGenerator<string> {
  const input = fs.createReadStream(file);
  try {
    yield* readline.createInterface({ input, crlfDelay: Infinity });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UserError(`${file} cannot be read (${code}); name another one.`);
  }
}
