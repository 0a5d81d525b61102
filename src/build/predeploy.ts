import { checkDeploySettings, readEnvFiles } from '../node/settings.ts';
import { buildIfNeeded } from './build.ts';
import { checkRelease } from './check-release.ts';

/**
 * Runs before `firebase deploy`, as firebase.json configures. With `check`, as for the
 * access rules, builds nothing.
 */
export async function main([mode]: string[]): Promise<void> {
  const isCheckOnly = mode === 'check';

  readEnvFiles();
  checkDeploySettings(process.env);
  checkRelease(process.env);
  if (!isCheckOnly) await buildIfNeeded();
}
