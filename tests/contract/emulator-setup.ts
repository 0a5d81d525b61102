import type { TestProject } from 'vitest/node';
import {
  hasEmulator,
  installEmulator,
  startEmulator,
} from '../support/emulator.ts';

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
  const { CI, WITHOUT_EMULATOR } = process.env;
  if (!hasEmulator() && (WITHOUT_EMULATOR || CI !== 'true')) {
    console.log(`Half of the contract is skipped. ${installEmulator}`);
    return undefined;
  }
  const { host, stop } = await startEmulator();
  project.provide('emulator', host);
  return stop;
}
