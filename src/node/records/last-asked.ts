import * as fs from 'node:fs';
import * as path from 'node:path';
import { UserError } from '../user-error.ts';
import { writeWhole } from './whole-file.ts';

/** Until when each collection has been asked for what is new. */
export type Asked = Readonly<Record<string, string>>;

type ByPlace = Record<string, Asked>;

/** Reads what was asked at a place; the folder keeps it for all of them. */
export function readAsked(dataDir: string, place: string): Asked {
  return read(dataDir)[keyOf(place)] ?? {};
}

export async function keepAsked(
  dataDir: string,
  place: string,
  asked: Asked,
): Promise<void> {
  const all = read(dataDir);
  const key = keyOf(place);
  const text = JSON.stringify({ ...all, [key]: { ...all[key], ...asked } });
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    await writeWhole(fileIn(dataDir), async (write) => write(`${text}\n`));
  } catch {
    throw new UserError(
      `All that is new was given, but ${fileIn(dataDir)} cannot be written, so it will be given again; make that folder yours, or set DATA_DIR to another one.`,
    );
  }
}

function read(dataDir: string): ByPlace {
  const file = fileIn(dataDir);
  if (!fs.existsSync(file)) return {};
  try {
    const all: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (typeof all === 'object' && all) return all as ByPlace;
  } catch {}
  throw new UserError(
    `${file} cannot be read; delete it, and all records are new again.`,
  );
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'asked.json');
}

/** The local file's name alone, since its folder may be named in many ways. */
function keyOf(place: string): string {
  return path.basename(place);
}
