import { UserError } from './user-error.ts';

export const firestoreOrigin = 'https://firestore.googleapis.com';

export interface Settings {
  port: number;
  dataDir: string;
  /** host:port of an emulator that takes the local Firestore's place. */
  emulator: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of the local server; throws a UserError on a bad one. */
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
  throw new UserError(
    `PORT is "${value}"; set it to a number from 1 to 65535, or unset it for 4173.`,
  );
}

function readEmulator(value: string | undefined): string | undefined {
  if (!value) return undefined;
  if (/^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i.test(value)) return value;
  throw new UserError(
    `FIRESTORE_EMULATOR_HOST is "${value}"; set it to host:port, for example 127.0.0.1:8080, or unset it for the local Firestore.`,
  );
}

const project = [
  'VITE_FIREBASE_PROJECT_ID',
  'VITE_FIREBASE_API_KEY',
  'VITE_FIREBASE_APP_ID',
] as const;

const known = new Set<string>([
  ...project,
  'VITE_FIREBASE_MEASUREMENT_ID',
  'VITE_FIREBASE_STORAGE_BUCKET',
  'VITE_SITE_URL',
  'VITE_WORKER',
  // Vite's own.
  'VITE_USER_NODE_ENV',
]);

/** Throws a UserError unless the build's settings are whole and well-formed. */
export function checkBuildSettings(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('VITE_') && !known.has(name)) {
      throw new UserError(`${name} is not a setting; see .env.example.`);
    }
  }
  if (env.VITE_WORKER && env.VITE_WORKER !== 'off') {
    throw new UserError(
      `VITE_WORKER is "${env.VITE_WORKER}"; set it to off to withdraw the service worker, or unset it.`,
    );
  }
  checkSiteUrl(env.VITE_SITE_URL);
  checkProject(env);
}

/** Says which settings a deployment of such a build still needs. */
export function reminderFor(env: Environment): string | undefined {
  if (!env.VITE_FIREBASE_PROJECT_ID) {
    return 'This build has NO FIREBASE PROJECT: it sends to its own origin, where only the local Firestore answers.\nBefore you deploy, fill in .env.production (see .env.example) and npm run build.';
  }
  if (env.VITE_SITE_URL) return undefined;
  return `This build calls itself ${siteUrlOf(env)} in its links and sitemap: before you deploy, set VITE_SITE_URL.`;
}

/**
 * The origin that links are built from, without a slash at its end. As
 * src/env.ts has it, which runs in pages only.
 */
export function siteUrlOf(
  env: Environment,
  otherwise = 'http://localhost:4173',
): string {
  return (env.VITE_SITE_URL || otherwise).replace(/\/+$/, '');
}

/** Throws a UserError unless the project's settings are whole, or absent. */
export function checkProject(env: Environment): void {
  const missing = project.filter((name) => !env[name]);
  const given = Object.keys(env).filter(
    (name) => name.startsWith('VITE_FIREBASE_') && env[name],
  );
  if (given.length > 0 && missing.length > 0) {
    throw new UserError(
      `${given.join(', ')} is set without ${missing.join(', ')}; set all of them, or none for the local Firestore.`,
    );
  }
  const projectId = env.VITE_FIREBASE_PROJECT_ID;
  if (projectId && !/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/.test(projectId)) {
    throw new UserError(
      `VITE_FIREBASE_PROJECT_ID is "${projectId}"; copy the project id (lowercase letters, digits and hyphens) from the Firebase console.`,
    );
  }
  const measurementId = env.VITE_FIREBASE_MEASUREMENT_ID;
  if (measurementId && !/^G-[A-Z0-9]+$/.test(measurementId)) {
    throw new UserError(
      `VITE_FIREBASE_MEASUREMENT_ID is "${measurementId}"; copy it (G-...) from the Firebase console, or unset it for no analytics.`,
    );
  }
  const spaced = given.find((name) => /\s/.test(env[name] ?? ''));
  if (spaced) {
    throw new UserError(
      `${spaced} has a space in it; copy it anew from the Firebase console.`,
    );
  }
}

function checkSiteUrl(value: string | undefined): void {
  if (!value) return;
  const url = parse(value);
  // All that may be written beside the origin is a slash.
  const isOrigin = url?.origin === value.replace(/\/$/, '');
  if (!url || !isOrigin || !/^https?:$/.test(url.protocol)) {
    throw new UserError(
      `VITE_SITE_URL is "${value}"; set it to the site's origin, for example https://pear.example.`,
    );
  }
  if (url.protocol === 'http:' && !isLocal(url)) {
    throw new UserError(
      `VITE_SITE_URL is "${value}"; set it to https://${url.host}, since only localhost goes without https.`,
    );
  }
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1';
}

/** Throws a UserError where these settings are not those of the deployment. */
export function checkDeployment(env: Environment): void {
  const { VITE_FIREBASE_PROJECT_ID: ours, GCLOUD_PROJECT: target } = env;
  if (!ours) {
    throw new UserError(
      'There is no Firebase project in .env.production, and without one the forms reach nobody; fill it in as .env.example says.',
    );
  }
  if (target && target !== ours) {
    throw new UserError(
      `This would deploy to ${target}, but VITE_FIREBASE_PROJECT_ID is "${ours}"; name the same project in both.`,
    );
  }
  const url = parse(env.VITE_SITE_URL ?? '');
  if (!url || isLocal(url)) {
    throw new UserError(
      `VITE_SITE_URL is "${env.VITE_SITE_URL ?? ''}"; set it to the origin where visitors find the site.`,
    );
  }
}

function parse(value: string): URL | undefined {
  try {
    return new URL(value);
  } catch {
    return undefined;
  }
}
