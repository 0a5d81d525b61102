import { buildIfNeeded } from './build.ts';
import { checkDeployment, readEnvFiles } from './settings.ts';

/**
 * What `firebase deploy` runs first, as firebase.json says: `dist` is built for
 * the project that is deployed to, or nothing is deployed. With `check` nothing
 * is built.
 */
export async function main([mode]: string[]): Promise<void> {
  readEnvFiles();
  checkDeployment(process.env);
  if (mode !== 'check') await buildIfNeeded();
}
