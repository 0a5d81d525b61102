import * as fs from 'node:fs';
import * as path from 'node:path';
import { decoderOf } from '../read-text.ts';
import { UserError } from '../user-error.ts';
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
    // Visitors wrote the content, so only the owner may read the file.
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

/** Yields a file's lines and their numbers; never holds the whole file. */
export async function* linesOf(file: string): AsyncGenerator<[string, number]> {
  let number = 0;
  let decode: ReturnType<typeof decoderOf> | undefined;
  let rest = '';
  try {
    for await (const chunk of fs.createReadStream(file)) {
      decode ??= decoderOf(file, chunk);
      const lines = (rest + decode(chunk)).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) yield [line, ++number];
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UserError(`${file} cannot be read (${code}); name another one.`);
  }
  rest += decode?.() ?? '';
  if (rest) yield [rest, number + 1];
}
