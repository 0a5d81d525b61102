import { createHash, hash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { copySources } from './builds.ts';
import { buildAt } from './built-files.ts';
import { addField } from './next-version.ts';

// The builds beside our own; each returns the folder of its sources, with dist.

/** What Finder and Explorer leave, as two of them name it. */
export const litter = ['.DS_Store', 'pictures/._grid.svg'];

/** For the owner's project, with visits counted, made where litter lies. */
export function buildMeasured(): string {
  const settings = {
    VITE_SITE_URL: 'https://pear.example',
    VITE_FIREBASE_PROJECT_ID: 'pear-production',
    VITE_FIREBASE_API_KEY: 'key',
    VITE_FIREBASE_APP_ID: 'app',
    VITE_FIREBASE_MEASUREMENT_ID: 'G-MEASURED',
  };
  return buildVariant('measured', settings, (folder) => {
    for (const name of litter) fs.writeFileSync(`${folder}/public/${name}`, '');
  });
}

/** What the next version calls its own address. */
export const nextSettings = { VITE_SITE_URL: 'https://next.example' };

/** A later version, whose careers form has one more field. */
export function buildNext(): string {
  return buildVariant('next', nextSettings, addField);
}

/** One whose worker withdraws, and whose pages can be made to crash. */
export function buildBroken(): string {
  return buildVariant('broken', { VITE_WORKER: 'off' }, (folder) => {
    const config = path.join(folder, 'vite.config.ts');
    fs.renameSync(config, path.join(folder, 'site.config.ts'));
    const crashing = fs.readFileSync(
      'tests/support/crashing.config.ts',
      'utf8',
    );
    fs.writeFileSync(config, crashing.replace('../../vite.', './site.'));
  });
}

/** Of this checkout: outside of it, since nothing of ours is in node_modules. */
const checkout = hash('sha256', process.cwd()).slice(0, 8);
const variants = path.join(tmpdir(), `pear-variants-${checkout}`);

/**
 * Returns a folder with a copy of the sources, changed by `edit` and built with
 * these settings by that program: once for all tests, and for the next run where
 * nothing has changed.
 */
export function buildVariant(
  name: string,
  env: NodeJS.ProcessEnv,
  edit: (folder: string) => void = () => undefined,
  program?: string[],
): string {
  fs.mkdirSync(variants, { recursive: true });
  const copy = copySources(variants);
  edit(copy);
  const folder = path.join(variants, `${name}-${hashOf(copy)}`);
  for (const older of fs.readdirSync(variants)) {
    const place = path.join(variants, older);
    const isOlder = older.startsWith(`${name}-`) && place !== folder;
    if (isOlder) fs.rmSync(place, { recursive: true, force: true });
  }
  try {
    fs.renameSync(copy, folder);
  } catch {
    // Another test was first, or another run.
    fs.rmSync(copy, { recursive: true });
  }
  // Whoever comes meanwhile waits.
  buildAt(folder, env, program);
  return folder;
}

function hashOf(folder: string): string {
  const content = createHash('sha256');
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.sort()) {
    const file = path.join(folder, name);
    if (/^node_modules/.test(name) || !fs.statSync(file).isFile()) continue;
    content.update(`${name}\n`).update(fs.readFileSync(file));
  }
  return content.digest('hex').slice(0, 12);
}
