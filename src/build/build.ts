import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, type LogLevel } from 'vite';
import { lockFolder } from '../node/lock-folder.ts';
import {
  checkBuildSettings,
  getDeploymentWarning,
  readEnvFiles,
} from '../node/settings.ts';
import { UserError } from '../node/user-error.ts';
import { cacheFolder, isBuilt, markBuilt, markStale } from './build-cache.ts';

/** Implements `npm run build`, which builds the site even if `dist/` is current. */
export async function main(): Promise<void> {
  readEnvFiles();
  checkBuildSettings(process.env);

  await buildUnlessDone(() => false, 'info');

  const warning = getDeploymentWarning(process.env);
  if (warning) console.warn(`\n${warning}`);
}

export function buildIfNeeded(): Promise<void> {
  return buildUnlessDone(isBuilt, 'error');
}

/** The milliseconds between two attempts to get the lock. */
const lockPollInterval = 100;

/** The milliseconds after which a build no longer waits for another one. */
const lockTimeout = 10 * 60 * 1000;

/** Waits until no other build runs. Throws a UserError after the timeout. */
export async function lockBuild(timeout = lockTimeout): Promise<() => void> {
  fs.mkdirSync(cacheFolder, { recursive: true });
  for (let waited = 0; ; waited += lockPollInterval) {
    try {
      return lockFolder(cacheFolder, 'npm run build');
    } catch (error) {
      if (!(error instanceof UserError) || waited >= timeout) throw error;
      if (waited === 0) console.error(`Waiting: ${error.message}`);
    }
    await sleep(lockPollInterval);
  }
}

async function buildUnlessDone(
  isDone: () => boolean,
  logLevel: LogLevel,
): Promise<void> {
  if (isDone()) return;

  const unlock = await lockBuild();
  try {
    // Another program may have finished the build while this one waited.
    if (isDone()) return;
    console.log('Building the site.');
    markStale();
    // runnerImport in run.js sets NODE_ENV to development.
    process.env.NODE_ENV = 'production';
    await build({ logLevel });
    markBuilt();
  } finally {
    unlock();
  }
}
