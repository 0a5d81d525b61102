import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, type LogLevel } from 'vite';
import { readEnvFiles } from './env-files.ts';
import { cache, isBuilt, markBuilt, markStale } from './freshness.ts';
import { lockFolder } from './lock-folder.ts';
import { checkBuildSettings, reminderFor } from './settings.ts';
import { UserError } from './user-error.ts';

/** `npm run build` writes `dist/`, whether or not it is fresh. */
export async function main(): Promise<void> {
  readEnvFiles();
  checkBuildSettings(process.env);
  await inTurn(() => buildSite('info'));
  const reminder = reminderFor(process.env);
  if (reminder) console.warn(`\n${reminder}`);
}

/** Builds `dist` unless it is up to date. */
export async function buildIfNeeded(): Promise<void> {
  if (isBuilt()) return;
  await inTurn(async () => {
    // Another program may have built it while we waited.
    if (isBuilt()) return;
    console.log('Building the site.');
    await buildSite('error');
  });
}

/** Two builds at the same time would write into each other's pages. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  fs.mkdirSync(cache, { recursive: true });
  const unlock = lockUnlessTaken();
  if (unlock) return work().finally(unlock);
  await sleep(100);
  return inTurn(work);
}

function lockUnlessTaken(): (() => void) | undefined {
  try {
    return lockFolder(cache, 'npm run build');
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function buildSite(logLevel: LogLevel): Promise<void> {
  markStale();
  // runnerImport in run.js has set NODE_ENV to development.
  process.env.NODE_ENV = 'production';
  await build({ logLevel });
  markBuilt();
}
