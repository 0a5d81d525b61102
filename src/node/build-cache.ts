import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

const inputs = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];
/** Both name the other built files by hash, so they change with them. */
const outputs = ['dist/index.html', 'dist/sw.js'];
/** What builds leave for the next one. */
export const cache = 'node_modules/.cache/pear';
const stamp = `${cache}/built-from`;

/**
 * Whether `dist` is what a build of these files and of the environment's
 * settings would give, and what the last one has left.
 */
export function isBuilt(): boolean {
  const isMarked = fs.existsSync(stamp);
  return isMarked && fs.readFileSync(stamp, 'utf8') === fingerprint();
}

export function markBuilt(): void {
  fs.mkdirSync(cache, { recursive: true });
  fs.writeFileSync(stamp, fingerprint());
}

export function markStale(): void {
  fs.rmSync(stamp, { force: true });
}

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of [...inputs, ...outputs].flatMap(filesOf)) {
    hash.update(`${file}\n`).update(fs.readFileSync(file));
  }
  const settings = Object.entries(process.env)
    .filter(([name, value]) => name.startsWith('VITE_') && value)
    .sort();
  return hash.update(JSON.stringify(settings)).digest('hex');
}

function filesOf(entry: string): string[] {
  const found = fs.statSync(entry, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.isFile() ? [entry] : [];
  const names = fs.readdirSync(entry).sort();
  return names.flatMap((name) => filesOf(path.join(entry, name)));
}
