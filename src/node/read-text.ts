import * as fs from 'node:fs';
import { UserError, wrapSystemError } from './user-error.ts';

/** In bytes. */
const chunkSize = 64 * 1024;

/** Windows PowerShell writes UTF-16. */
const encodingsByBom: Readonly<Record<string, string>> = {
  fffe: 'UTF-16LE',
  feff: 'UTF-16BE',
};

interface ReadOptions {
  /** Replaces invalid bytes with U+FFFD. Otherwise they throw a UserError. */
  acceptsInvalidText?: boolean;
}

interface Line {
  text: string;
  number: number;
  /** Whether a line break ends the line. */
  isWhole: boolean;
}

/**
 * Returns the text of a file, with each CRLF as a line feed, and without a line break at
 * its end.
 */
export function readText(file: string): string {
  return Array.from(readLines(file), ({ text }) => text).join('\n');
}

export function* readLines(
  file: string,
  options: ReadOptions = {},
): Generator<Line> {
  let number = 0;
  let partialLine = '';

  for (const part of readParts(file, options)) {
    const texts = (partialLine + part).split(/\r?\n/);
    partialLine = texts.pop() ?? '';

    for (const text of texts) {
      number += 1;
      yield { text, number, isWhole: true };
    }
  }

  if (partialLine === '') return;
  yield { text: partialLine, number: number + 1, isWhole: false };
}

/** Yields the decoded text of a file in parts. */
function* readParts(file: string, options: ReadOptions): Generator<string> {
  let decode: ReturnType<typeof createDecoder> | undefined;
  for (const chunk of readChunks(file)) {
    decode ??= createDecoder(file, chunk, options);
    yield decode(chunk);
  }

  // The last character may be incomplete.
  if (decode) yield decode();
}

/** Yields the bytes of a file in parts. The next part overwrites a part. */
function* readChunks(file: string): Generator<Uint8Array> {
  const advice = 'choose another file, or make this one readable';
  const wrapErrors = <T>(act: () => T) =>
    wrapSystemError(`${file} cannot be read`, advice, act);
  const descriptor = wrapErrors(() => fs.openSync(file, 'r'));
  const buffer = Buffer.alloc(chunkSize);

  try {
    for (;;) {
      const byteCount = wrapErrors(() => fs.readSync(descriptor, buffer));
      if (byteCount === 0) return;
      yield buffer.subarray(0, byteCount);
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Returns a decoder for the encoding that the byte order mark in the file's first bytes
 * indicates. Called without bytes, the decoder ends the text.
 */
function createDecoder(
  file: string,
  firstBytes: Uint8Array,
  { acceptsInvalidText = false }: ReadOptions,
) {
  const bom = Buffer.from(firstBytes.subarray(0, 2)).toString('hex');
  const encoding = encodingsByBom[bom] ?? 'UTF-8';
  const decoder = new TextDecoder(encoding, { fatal: !acceptsInvalidText });

  const tryDecode = (bytes?: Uint8Array) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return undefined;
    }
  };

  return (bytes?: Uint8Array): string => {
    const text = tryDecode(bytes);
    // UTF-16 without a byte order mark is valid UTF-8 with NUL characters.
    if (text === undefined || (!acceptsInvalidText && text.includes('\0'))) {
      throw new UserError(
        `${file} is not valid ${encoding} text; save it as UTF-8.`,
      );
    }

    return text;
  };
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
