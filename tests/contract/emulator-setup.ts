import type { TestProject } from 'vitest/node';
import {
  emulatorAdvice,
  hasEmulator,
  startEmulator,
} from '../support/emulator.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** host:port of Google's emulator, or '' without an emulator. */
    emulator: string;
  }
}

/** Starts one emulator for all files; each file uses its own project id. */
export default async function setup(project: TestProject) {
  project.provide('emulator', '');
  const { CI, WITHOUT_EMULATOR } = process.env;
  if (!hasEmulator() && (WITHOUT_EMULATOR || CI !== 'true')) {
    console.log(`Tests with Google's emulator are skipped. ${emulatorAdvice}`);
    return undefined;
  }
  const { host, stop } = await startEmulator();
  project.provide('emulator', host);
  return stop;
}
