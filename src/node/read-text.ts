import * as fs from 'node:fs';
import { UserError } from './user-error.ts';

/**
 * Returns a function that decodes a file's chunks, and the rest when it is
 * called without one. The byte order mark decides on the encoding, because
 * Windows PowerShell writes UTF-16. Throws a UserError if the bytes are no text
 * in that encoding.
 */
export function decoderOf(file: string, [first, second]: Uint8Array) {
  const isUtf16 = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  const encoding = isUtf16 ? 'UTF-16LE' : isBigEndian ? 'UTF-16BE' : 'UTF-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk?: Uint8Array): string => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      // UTF-16 without a byte order mark is valid UTF-8 with NUL characters.
      if (!text.includes('\0')) return text;
    } catch {
      // Invalid bytes end as NUL characters do.
    }
    throw new UserError(`${file} is no text in ${encoding}; save it as UTF-8.`);
  };
}

/** Reads a text file in the encoding that its byte order mark names. */
export function readText(file: string): string {
  const bytes = fs.readFileSync(file);
  const decode = decoderOf(file, bytes);
  return decode(bytes) + decode();
}
