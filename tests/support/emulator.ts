import { findProgram } from './browsers.ts';
import { freePort } from './ports.ts';
import { type Running, startProcess } from './processes.ts';

export interface Emulator extends Running {
  /** host:port, as FIRESTORE_EMULATOR_HOST wants it. */
  host: string;
}

/** Google's Firestore emulator, as the Cloud SDK brings it. */
export function hasEmulator(): boolean {
  return (
    findProgram('gcloud') !== undefined && findProgram('java') !== undefined
  );
}

export async function startEmulator(): Promise<Emulator> {
  const host = `127.0.0.1:${await freePort()}`;
  const running = await startProcess(
    'gcloud',
    [
      ...['emulators', 'firestore', 'start', '--quiet'],
      ...[`--host-port=${host}`, '--rules=firestore.rules'],
    ],
    { ready: /Dev App Server is now running/ },
  );
  return { ...running, host };
}
