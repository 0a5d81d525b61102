import { existsSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import { findProgram } from './browsers.ts';
import { findFreePort } from './ports.ts';
import { startProcess } from './processes.ts';

export function hasEmulator(): boolean {
  const gcloudPath = findProgram('gcloud');
  if (process.env.WITHOUT_EMULATOR || !gcloudPath || !findProgram('java'))
    return false;

  const sdkFolder = path.resolve(realpathSync(gcloudPath), '../..');
  return existsSync(path.join(sdkFolder, 'platform/cloud-firestore-emulator'));
}

export const emulatorAdvice =
  "Google's Firestore emulator is missing: install Java and gcloud, then run gcloud components install cloud-firestore-emulator.";

/** Starts the emulator; returns its `host` for FIRESTORE_EMULATOR_HOST. */
export async function startEmulator() {
  if (!hasEmulator()) throw new Error(emulatorAdvice);

  const host = `127.0.0.1:${await findFreePort()}`;
  const gcloudArgs = [
    'emulators',
    'firestore',
    'start',
    '--quiet',
    '--rules=firestore.rules',
    `--host-port=${host}`,
  ];
  const emulator = await startProcess('gcloud', gcloudArgs, {
    // In a short run Java's optimizing compiler takes more time than it saves.
    env: { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' },
    ready: /Dev App Server is now running/,
  });
  return { ...emulator, host };
}

export async function putRules(origin: string, project: string, rules: string) {
  const rulesFiles = [{ name: 'firestore.rules', content: rules }];
  const response = await fetch(
    `${origin}/emulator/v1/projects/${project}:securityRules`,
    { method: 'PUT', body: JSON.stringify({ rules: { files: rulesFiles } }) },
  );
  if (!response.ok) throw new Error(await response.text());
}
