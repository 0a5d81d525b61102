import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** The files and folders of the repository that a build reads. */
export const sources: readonly string[] = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  // The worker answers with the headers of this file.
  'firebase.json',
  // Rolldown compiles TypeScript, and drops unused modules, as these files say.
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const inputs = [
  ...sources,
  // The packages that are installed, which may differ from the lock file.
  'node_modules/.package-lock.json',
];
const outputs = ['dist'];
/** The folder for files that later builds reuse. */
export const cacheFolder = 'node_modules/.cache/pear';
const stampFile = `${cacheFolder}/built-from`;

/**
 * Whether `dist` is the build of the current sources and settings, and no file in it
 * was changed, added or removed since.
 */
export function isBuilt(): boolean {
  const hasStamp = fs.existsSync(stampFile);
  return hasStamp && fs.readFileSync(stampFile, 'utf8') === hashBuild();
}

export function markBuilt(): void {
  fs.mkdirSync(cacheFolder, { recursive: true });
  fs.writeFileSync(stampFile, hashBuild());
}

export function markStale(): void {
  fs.rmSync(stampFile, { force: true });
}

function hashBuild(): string {
  const hash = createHash('sha256');
  for (const file of [...inputs, ...outputs].flatMap(listFiles)) {
    hash.update(`${file}\n`).update(fs.readFileSync(file));
  }

  const settings = Object.entries(process.env)
    .filter(([name, value]) => name.startsWith('VITE_') && value)
    .sort();

  return hash.update(JSON.stringify(settings)).digest('hex');
}

function listFiles(entry: string): string[] {
  const stats = fs.statSync(entry, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.isFile() ? [entry] : [];
  const names = fs.readdirSync(entry).sort();
  return names.flatMap((name) => listFiles(path.join(entry, name)));
}
