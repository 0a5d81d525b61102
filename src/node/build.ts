import { build, type LogLevel } from 'vite';
import { readEnvFiles } from './env-files.ts';
import { isBuilt, markBuilt, markStale } from './freshness.ts';
import { checkBuildSettings } from './settings.ts';

/** `npm run build` writes `dist/`, whether or not it is fresh. */
export async function main(): Promise<void> {
  readEnvFiles();
  checkBuildSettings(process.env);
  await buildSite('info');
}

/** Builds `dist`, unless it is what a build would give. */
export async function buildIfNeeded(): Promise<void> {
  if (isBuilt()) return;
  console.log('Building the site.');
  await buildSite('error');
}

async function buildSite(logLevel: LogLevel): Promise<void> {
  markStale();
  // The loader of this program has set it for development.
  process.env.NODE_ENV = 'production';
  await build({ logLevel });
  markBuilt();
}
