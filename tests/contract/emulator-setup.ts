import type { TestProject } from 'vitest/node';
import { hasEmulator, startEmulator } from '../support/emulator.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** host:port of Google's emulator with our rules, '' where there is none. */
    emulator: string;
  }
}

/** One emulator for all files; each keeps to a project id of its own. */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  project.provide('emulator', '');
  if (!hasEmulator()) return undefined;
  const { host, stop } = await startEmulator();
  project.provide('emulator', host);
  return stop;
}
