import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { buildVariant, productionSettings } from './builds.ts';
import { addField } from './next-version.ts';

// The builds beside our own; each returns the folder of its sources, with dist.

/** For the owner's project, with visits counted. */
export function buildMeasured(): string {
  return buildVariant('measured', {
    ...productionSettings,
    VITE_FIREBASE_MEASUREMENT_ID: 'G-MEASURED',
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
    renameSync(config, path.join(folder, 'site.config.ts'));
    const crashing = readFileSync('tests/support/crashing.config.ts', 'utf8');
    writeFileSync(config, crashing.replace('../../vite.', './site.'));
  });
}
