import * as fs from 'node:fs';
import { UserError } from '../user-error.ts';

/** Replaces a file atomically; returns what `fill` returns. */
export async function writeWhole<T>(
  file: string,
  fill: (write: (text: string) => boolean) => Promise<T>,
): Promise<T> {
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
  // Visitors wrote what goes in there; its owner alone is to read it.
  const ofOwner = { flag: 'wx', mode: 0o600 };
  orUserError(() => fs.writeFileSync(partial, '', ofOwner));
  try {
    const given = await fill((text) =>
      orUserError(() => fs.appendFileSync(partial, text, { flush: true })),
    );
    orUserError(() => fs.renameSync(partial, target));
    return given;
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}
