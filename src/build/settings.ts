import { Complaint } from './complaint.ts';

export interface Settings {
  port: number;
  dataDir: string;
  /** host:port of an emulator that takes the embedded Firestore's place. */
  emulator: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the local server; throws a Complaint on a bad one. */
export function readSettings(env: Environment): Settings {
  return {
    port: readPort(env.PORT),
    dataDir: env.DATA_DIR || '.data',
    emulator: readEmulator(env.FIRESTORE_EMULATOR_HOST),
  };
}

function readPort(value: string | undefined): number {
  if (!value) return 4173;
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Complaint(
    `PORT is "${value}"; set it to a number from 1 to 65535, or unset it for 4173.`,
  );
}

function readEmulator(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (/^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i.test(value)) return value;
  throw new Complaint(
    `FIRESTORE_EMULATOR_HOST is "${value}"; set it to host:port, for example 127.0.0.1:8080, or unset it for the embedded Firestore.`,
  );
}

const project = [
  'VITE_FIREBASE_PROJECT_ID',
  'VITE_FIREBASE_API_KEY',
  'VITE_FIREBASE_APP_ID',
] as const;

/** Throws a Complaint unless the build's settings are whole and well-formed. */
export function checkBuildSettings(env: Environment): void {
  checkSiteUrl(env.VITE_SITE_URL);
  if (env.VITE_WORKER && env.VITE_WORKER !== 'off') {
    throw new Complaint(
      `VITE_WORKER is "${env.VITE_WORKER}"; set it to off to withdraw the service worker, or unset it.`,
    );
  }
  const missing = project.filter((name) => !env[name]);
  const given = Object.keys(env).filter(
    (name) => name.startsWith('VITE_FIREBASE_') && env[name],
  );
  if (given.length > 0 && missing.length > 0) {
    throw new Complaint(
      `${given.join(', ')} is set without ${missing.join(', ')}; set all of them, or none for the local Firestore.`,
    );
  }
  const projectId = env.VITE_FIREBASE_PROJECT_ID;
  if (projectId && !/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(projectId)) {
    throw new Complaint(
      `VITE_FIREBASE_PROJECT_ID is "${projectId}"; copy the project id (lowercase letters, digits and hyphens) from the Firebase console.`,
    );
  }
  const measurementId = env.VITE_FIREBASE_MEASUREMENT_ID;
  if (measurementId && !/^G-[A-Z0-9]+$/.test(measurementId)) {
    throw new Complaint(
      `VITE_FIREBASE_MEASUREMENT_ID is "${measurementId}"; copy it (G-...) from the Firebase console, or unset it for no analytics.`,
    );
  }
}

function checkSiteUrl(value: string | undefined): void {
  if (!value) return;
  const url = parse(value);
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return;
  throw new Complaint(
    `VITE_SITE_URL is "${value}"; set it to the site's origin, for example https://pear.example.`,
  );
}

function parse(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}
