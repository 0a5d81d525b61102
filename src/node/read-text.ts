import * as fs from 'node:fs';
import { UserError } from './user-error.ts';

/**
 * Returns a function that decodes a file's chunks, and at its end what is left.
 * The byte order mark decides on the encoding, because Windows PowerShell
 * writes UTF-16. Throws a UserError if the bytes are no text in that encoding.
 */
export function decoderOf(file: string, [first, second]: Uint8Array) {
  const marks: Record<string, string> = { fffe: 'UTF-16LE', feff: 'UTF-16BE' };
  const mark = [first, second].map((byte) => byte?.toString(16)).join('');
  const encoding = marks[mark] ?? 'UTF-8';
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk?: Uint8Array): string => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      // UTF-16 without a byte order mark is valid UTF-8 with NUL characters.
      if (!text.includes('\0')) return text;
    } catch {}
    throw new UserError(`${file} is no text in ${encoding}; save it as UTF-8.`);
  };
}

/** Reads a text file in the encoding that its byte order mark names. */
export function readText(file: string): string {
  const bytes = fs.readFileSync(file);
  const decode = decoderOf(file, bytes);
  return decode(bytes) + decode();
}
