import type { Runtime } from '../../../src/owner/context.ts';

/** Returns the parts of a process for a command whose data is in a folder. */
export function createFakeRuntime(dataDir: string): Runtime {
  return {
    env: { DATA_DIR: dataDir },
    settingFiles: new Map(),
    print: async () => true,
    log: () => undefined,
    isTerminal: false,
    directory: dataDir,
    now: () => Date.parse('2026-11-01T00:00:01Z'),
    wait: async () => undefined,
    signal: new AbortController().signal,
    production: { origin: '', authorize: async () => ({}) },
  };
}

/** Returns such parts, and the texts that a command prints and logs by them. */
export function createRecordingRuntime(dataDir: string) {
  const printedTexts: string[] = [];
  const loggedTexts: string[] = [];
  const runtime: Runtime = {
    ...createFakeRuntime(dataDir),
    print: async (text) => {
      printedTexts.push(text);
      return true;
    },
    log: (line) => {
      loggedTexts.push(line);
    },
  };
  return { runtime, printedTexts, loggedTexts };
}
