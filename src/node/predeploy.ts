import { buildIfNeeded } from './build.ts';
import { checkDeployment, readEnvFiles } from './settings.ts';

/**
 * Runs before `firebase deploy`, see firebase.json: checks the settings, so that a
 * build for another project is never deployed, and builds `dist` if necessary.
 * With `check`, only checks the settings.
 */
export async function main([mode]: string[]): Promise<void> {
  readEnvFiles();
  checkDeployment(process.env);
  if (mode !== 'check') await buildIfNeeded();
}
