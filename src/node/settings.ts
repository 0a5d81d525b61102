import { statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readText } from './read-text.ts';
import { UserError } from './user-error.ts';

export const firestoreOrigin = 'https://firestore.googleapis.com';

export type Settings = ReturnType<typeof readSettings>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Adds the VITE_ variables of the .env files to the environment, which goes
 * before them. Only `npm run build`, deployments and `npm run records` call
 * this, so that no local run writes to production by accident. Vite's loadEnv
 * would ignore a file that begins with a byte order mark, or is UTF-16.
 */
export function readEnvFiles(): void {
  const files = ['', '.local', '.production', '.production.local'].map(
    (end) => `.env${end}`,
  );
  const texts = files
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => Object.entries(parseEnv(readText(file))));
  const values = texts.flat().filter(([name]) => name.startsWith('VITE_'));
  Object.assign(process.env, { ...Object.fromEntries(values), ...process.env });
}

const fromConsole = 'copy it from the Firebase console';

/** What each setting has to be, and what to do if it is not. */
const formats: Record<string, [Pick<RegExp, 'test'>, advice: string]> = {
  PORT: [
    { test: (value) => /^\d+$/.test(value) && +value > 0 && +value < 65536 },
    'set it to a number from 1 to 65535, or unset it for 4173.',
  ],
  FIRESTORE_EMULATOR_HOST: [
    /^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i,
    'set it to host:port, for example 127.0.0.1:8080, or unset it for the local Firestore.',
  ],
  VITE_SITE_URL: [
    /^(https:\/\/(?!.*:443)[^\s/?#@A-Z]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/?$/,
    "set it to the site's origin, for example https://pear.example; only localhost goes without https.",
  ],
  VITE_WORKER: [/^off$/, 'set it to off to withdraw the worker, or unset it.'],
  VITE_FIREBASE_PROJECT_ID: [
    /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    'copy the project id (lowercase letters, digits and hyphens) from the Firebase console.',
  ],
  VITE_FIREBASE_API_KEY: [/^\S+$/, `${fromConsole}.`],
  VITE_FIREBASE_APP_ID: [/^\S+$/, `${fromConsole}.`],
  VITE_FIREBASE_MEASUREMENT_ID: [
    /^G-[A-Z0-9]+$/,
    `${fromConsole} (G-...), or unset it for no analytics.`,
  ],
  VITE_FIREBASE_STORAGE_BUCKET: [/^\S+$/, `${fromConsole}, or unset it.`],
};

const onThisMachine = /^https?:\/\/(localhost|127\.0\.0\.1)(?=[:/]|$)/;

/** Throws a UserError where one of these settings is malformed. */
function checkFormats(env: Environment, names: RegExp): void {
  for (const [name, [format, advice]] of Object.entries(formats)) {
    const value = env[name];
    if (value && names.test(name) && !format.test(value)) {
      throw new UserError(`${name} is "${value}"; ${advice}`);
    }
  }
}

/** Reads the settings of the local server; throws a UserError on a bad one. */
export function readSettings(env: Environment) {
  checkFormats(env, /^(PORT|FIRESTORE_)/);
  return {
    port: Number(env.PORT || 4173),
    dataDir: env.DATA_DIR || '.data',
    /** host:port of an emulator that takes the local Firestore's place. */
    emulator: env.FIRESTORE_EMULATOR_HOST || undefined,
  };
}

/** Throws a UserError unless the build's settings are whole and well-formed. */
export function checkBuildSettings(env: Environment): void {
  for (const name of Object.keys(env)) {
    const isKnown = name in formats || name === 'VITE_USER_NODE_ENV';
    if (name.startsWith('VITE_') && !isKnown) {
      throw new UserError(`${name} is not a setting; see .env.example.`);
    }
  }
  checkProject(env);
  checkFormats(env, /^VITE_/);
}

/** Throws a UserError unless the project's settings are whole, or absent. */
export function checkProject(env: Environment): void {
  const missing = ['PROJECT_ID', 'API_KEY', 'APP_ID']
    .map((name) => `VITE_FIREBASE_${name}`)
    .filter((name) => !env[name]);
  const given = Object.keys(env).filter(
    (name) => name.startsWith('VITE_FIREBASE_') && env[name],
  );
  if (given.length > 0 && missing.length > 0) {
    throw new UserError(
      `${given.join(', ')} is set without ${missing.join(', ')}; set all of them, or none for the local Firestore.`,
    );
  }
  checkFormats(env, /^VITE_FIREBASE_/);
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
export function siteUrlOf(env: Environment): string {
  return (env.VITE_SITE_URL || 'http://localhost:4173').replace(/\/+$/, '');
}

/** Throws a UserError where these settings are not those of the deployment. */
export function checkDeployment(env: Environment): void {
  checkBuildSettings(env);
  const { VITE_FIREBASE_PROJECT_ID: ours, GCLOUD_PROJECT: target } = env;
  const { VITE_SITE_URL: site = '' } = env;
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
  if (!site || onThisMachine.test(site)) {
    throw new UserError(
      `VITE_SITE_URL is "${site}"; set it to the origin where visitors find the site.`,
    );
  }
}
