import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { loadEnv } from 'vite';

/** Those that Vite reads for production. */
const files = [
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
];

/**
 * Adds to the environment what the files set, for `npm run build` and what goes
 * before a deployment. Vite itself reads no files here, so that no local run
 * writes to production by accident.
 */
export function readEnvFiles(): void {
  Object.assign(process.env, loadEnv('production', process.cwd(), 'VITE_'));
}

/** Says which settings a local run leaves out; undefined where there are none. */
export function noteOnEnvFiles(): string | undefined {
  const unused = files.filter(holdsSettings);
  return unused.length > 0
    ? `Local run: the settings of ${unused.join(', ')} are for deployments alone.`
    : undefined;
}

function holdsSettings(file: string): boolean {
  if (!existsSync(file)) return false;
  const settings = Object.entries(parseEnv(readFileSync(file, 'utf8')));
  return settings.some(([name, value]) => name.startsWith('VITE_') && value);
}
