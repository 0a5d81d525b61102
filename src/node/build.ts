import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, type LogLevel } from 'vite';
import { cache, isBuilt, markBuilt, markStale } from './build-cache.ts';
import { lockFolder } from './lock-folder.ts';
import { checkBuildSettings, readEnvFiles, reminderFor } from './settings.ts';
import { UserError } from './user-error.ts';

/** `npm run build` writes `dist/`, whether or not it is fresh. */
export async function main(): Promise<void> {
  readEnvFiles();
  checkBuildSettings(process.env);
  await buildUnless(() => false, 'info');
  const reminder = reminderFor(process.env);
  if (reminder) console.warn(`\n${reminder}`);
}

/** Builds `dist` unless it is up to date. */
export const buildIfNeeded = () => buildUnless(isBuilt, 'error');

/**
 * Waits for another build, because two would write into each other's pages; a
 * try takes 100 ms.
 */
export async function lock(tries = 6000): Promise<() => void> {
  fs.mkdirSync(cache, { recursive: true });
  for (let tried = 0; ; tried += 1) {
    try {
      return lockFolder(cache, 'npm run build');
    } catch (error) {
      if (!(error instanceof UserError) || tried === tries) throw error;
      if (tried === 0) console.error(`Waiting: ${error.message}`);
    }
    await sleep(100);
  }
}

async function buildUnless(
  isDone: () => boolean,
  logLevel: LogLevel,
): Promise<void> {
  if (isDone()) return;
  const unlock = await lock();
  try {
    // Another program may have built it while we waited.
    if (isDone()) return;
    console.log('Building the site.');
    markStale();
    // runnerImport in run.js has set NODE_ENV to development.
    process.env.NODE_ENV = 'production';
    await build({ logLevel });
    markBuilt();
  } finally {
    unlock();
  }
}
