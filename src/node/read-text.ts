import * as fs from 'node:fs';
import { UserError, wrapSystemError } from './user-error.ts';

/**
 * Returns a decoder for the encoding that the byte order mark indicates. Windows
 * PowerShell writes UTF-16. If `fatal`, the decoder throws a UserError for invalid text.
 */
function createDecoder(file: string, bytes: Uint8Array, fatal = true) {
  const bom = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = { fffe: 'UTF-16LE', feff: 'UTF-16BE' }[bom] ?? 'UTF-8';
  const decoder = new TextDecoder(encoding, { fatal });
  return (chunk?: Uint8Array): string => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      // UTF-16 without a byte order mark is valid UTF-8 with NUL characters.
      if (!fatal || !text.includes('\0')) return text;
    } catch {}
    throw new UserError(
      `${file} is not valid ${encoding} text; save it as UTF-8.`,
    );
  };
}

export function readText(file: string): string {
  return Array.from(readLines(file), ([line]) => line).join('\n');
}

/** Yields each line with its number, and whether a line break ends the line. */
export function* readLines(
  file: string,
  fatal?: boolean,
): Generator<[line: string, lineNumber: number, isWhole: boolean]> {
  const advice = 'choose another file, or make this one readable';
  const wrapErrors = <T>(act: () => T) =>
    wrapSystemError(`${file} cannot be read`, advice, act);
  const descriptor = wrapErrors(() => fs.openSync(file, 'r'));
  const buffer = Buffer.alloc(1 << 16);
  let decode: ReturnType<typeof createDecoder> | undefined;
  let lineNumber = 0;
  let partialLine = '';

  try {
    for (let byteCount = 1; byteCount > 0; ) {
      byteCount = wrapErrors(() => fs.readSync(descriptor, buffer));
      const chunk = buffer.subarray(0, byteCount);
      decode ??= createDecoder(file, chunk, fatal);
      partialLine += decode(byteCount > 0 ? chunk : undefined);

      const lines = partialLine.split(/\r?\n/);
      partialLine = lines.pop() ?? '';
      for (const line of lines) yield [line, ++lineNumber, true];
    }
  } finally {
    fs.closeSync(descriptor);
  }
  if (partialLine) yield [partialLine, lineNumber + 1, false];
}

/** Parses a JSON object or array. Returns undefined for any other text. */
export function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}
