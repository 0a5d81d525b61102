import { existsSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import { findProgram } from './browsers.ts';
import { findFreePort } from './ports.ts';
import { startProcess } from './processes.ts';

export function hasEmulator(): boolean {
  const gcloud = findProgram('gcloud');
  if (process.env.WITHOUT_EMULATOR || !gcloud || !findProgram('java'))
    return false;
  const sdk = path.resolve(realpathSync(gcloud), '../..');
  return existsSync(path.join(sdk, 'platform/cloud-firestore-emulator'));
}

export const emulatorAdvice =
  "Google's Firestore emulator is missing: install Java and gcloud, then run gcloud components install cloud-firestore-emulator.";

/** Starts the emulator; returns its `host` for FIRESTORE_EMULATOR_HOST. */
export async function startEmulator() {
  if (!hasEmulator()) throw new Error(emulatorAdvice);
  const host = `127.0.0.1:${await findFreePort()}`;
  const command = `emulators firestore start --quiet --rules=firestore.rules --host-port=${host}`;
  const emulator = await startProcess('gcloud', command.split(' '), {
    // In a short run Java's optimizing compiler takes more time than it saves.
    env: { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' },
    ready: /Dev App Server is now running/,
  });
  return { ...emulator, host };
}

export async function putRules(origin: string, project: string, rules: string) {
  const files = [{ name: 'firestore.rules', content: rules }];
  const answer = await fetch(
    `${origin}/emulator/v1/projects/${project}:securityRules`,
    { method: 'PUT', body: JSON.stringify({ rules: { files } }) },
  );
  if (!answer.ok) throw new Error(await answer.text());
}
