import { existsSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import { findProgram } from './browsers.ts';
import { freePort } from './ports.ts';
import { startProcess } from './processes.ts';

/** Google's Firestore emulator: a component of the Cloud SDK, run by Java. */
export function hasEmulator(): boolean {
  if (process.env.WITHOUT_EMULATOR) return false;
  const gcloud = findProgram('gcloud');
  if (!gcloud || !findProgram('java')) return false;
  const sdk = path.resolve(realpathSync(gcloud), '../..');
  return existsSync(path.join(sdk, 'platform/cloud-firestore-emulator'));
}

/** What to do for a machine that has no emulator. */
export const installEmulator =
  "Google's Firestore emulator is missing: install Java and gcloud, then run gcloud components install cloud-firestore-emulator.";

/** Its host is host:port, as FIRESTORE_EMULATOR_HOST wants it. */
export async function startEmulator() {
  if (!hasEmulator()) throw new Error(installEmulator);
  const host = `127.0.0.1:${await freePort()}`;
  const command = `emulators firestore start --quiet --rules=firestore.rules --host-port=${host}`;
  const running = await startProcess('gcloud', command.split(' '), {
    // It runs for minutes: to compile in full costs more than it saves.
    env: { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' },
    ready: /Dev App Server is now running/,
  });
  return { ...running, host };
}

/** The access rules from now on, of one project at a running emulator. */
export async function putRules(
  origin: string,
  project: string,
  content: string,
): Promise<void> {
  const files = [{ name: 'firestore.rules', content }];
  const answer = await fetch(
    `${origin}/emulator/v1/projects/${project}:securityRules`,
    { method: 'PUT', body: JSON.stringify({ rules: { files } }) },
  );
  if (!answer.ok) throw new Error(await answer.text());
}
