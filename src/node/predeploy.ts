import { buildIfNeeded } from './build.ts';
import { checkDeploySettings, readEnvFiles } from './settings.ts';

/** Runs before `firebase deploy`, as firebase.json configures. */
export async function main([mode]: string[]): Promise<void> {
  readEnvFiles();
  checkDeploySettings(process.env);
  if (mode !== 'check') await buildIfNeeded();
}
