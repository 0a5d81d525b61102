import { checkDeploySettings, readEnvFiles } from '../node/settings.ts';
import { buildIfNeeded } from './build.ts';
import { checkRelease } from './check-release.ts';

/** Runs before `firebase deploy`, as firebase.json configures. */
export async function main([mode]: string[]): Promise<void> {
  readEnvFiles();
  checkDeploySettings(process.env);
  checkRelease(process.env);
  if (mode !== 'check') await buildIfNeeded();
}
