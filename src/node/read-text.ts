import * as fs from 'node:fs';
import { orUserError, UserError } from './user-error.ts';

/**
 * Returns a function that decodes a file's chunks, and at its end what is left.
 * The byte order mark decides on the encoding, because Windows PowerShell
 * writes UTF-16. Throws a UserError if the bytes are no text in that encoding,
 * unless `fatal` is false.
 */
function decoderOf(file: string, [first, second]: Uint8Array, fatal = true) {
  const marks: Record<string, string> = { fffe: 'UTF-16LE', feff: 'UTF-16BE' };
  const mark = [first, second].map((byte) => byte?.toString(16)).join('');
  const encoding = marks[mark] ?? 'UTF-8';
  const decoder = new TextDecoder(encoding, { fatal });
  return (chunk?: Uint8Array): string => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      // UTF-16 without a byte order mark is valid UTF-8 with NUL characters.
      if (!fatal || !text.includes('\0')) return text;
    } catch {}
    throw new UserError(`${file} is no text in ${encoding}; save it as UTF-8.`);
  };
}

/** Reads a text file in the encoding that its byte order mark names. */
export function readText(file: string): string {
  return Array.from(linesOf(file), ([line]) => line).join('\n');
}

/**
 * Yields a file's lines with their numbers, and whether each has its end; never
 * holds the whole file, because that would take a multiple of its memory.
 */
export function* linesOf(
  file: string,
  fatal?: boolean,
): Generator<[line: string, number: number, isWhole: boolean]> {
  const advice = 'name another one, or make it readable';
  const orRefuse = <T>(act: () => T) =>
    orUserError(`${file} cannot be read`, advice, act);
  const opened = orRefuse(() => fs.openSync(file, 'r'));
  const buffer = Buffer.alloc(1 << 16);
  let decode: ReturnType<typeof decoderOf> | undefined;
  let number = 0;
  let rest = '';
  try {
    for (let size = 1; size > 0; ) {
      size = orRefuse(() => fs.readSync(opened, buffer));
      const chunk = buffer.subarray(0, size);
      decode ??= decoderOf(file, chunk, fatal);
      rest += decode(size > 0 ? chunk : undefined);
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) yield [line, ++number, true];
    }
  } finally {
    fs.closeSync(opened);
  }
  if (rest) yield [rest, number + 1, false];
}

/** Returns the object that a JSON text is, or undefined. */
export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}
