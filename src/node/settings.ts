import { statSync } from 'node:fs';
import { readLines } from './read-text.ts';
import { UserError } from './user-error.ts';

export const firestoreOrigin = 'https://firestore.googleapis.com';

/** The port of `npm start`, if `PORT` names no other. */
export const defaultPort = 4173;

export type Settings = ReturnType<typeof readSettings>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Adds the VITE_ variables of the .env files, and ROLLBACK_RULES, to `process.env`, but
 * overwrites no variable. Returns the file of each added variable. Only `npm run build`,
 * deployments, the owner's commands and the smoke test call this, so no .env file makes
 * a local run write to production.
 */
export function readEnvFiles(): ReadonlyMap<string, string> {
  const files = ['', '.local', '.production', '.production.local'].map(
    (suffix) => `.env${suffix}`,
  );

  const values: Record<string, string> = {};
  const filesByName = new Map<string, string>();
  for (const file of files) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    for (const [name, value] of parseEnvFile(file)) {
      const isSetting = /^(VITE_.*|ROLLBACK_RULES)$/.test(name);
      if (!isSetting || process.env[name] !== undefined) continue;
      values[name] = value;
      filesByName.set(name, file);
    }
  }

  Object.assign(process.env, values);
  return filesByName;
}

// Vite's loadEnv and Node's parseEnv skip a line that they cannot read, and sometimes
// the line after it, too. loadEnv also ignores UTF-16 files.
const settingPattern =
  /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s#](?:.*?\S)??)?)(?:\s+#.*)?$/;

function* parseEnvFile(file: string): Generator<[name: string, value: string]> {
  for (const { text, number } of readLines(file)) {
    // trim() also removes no-break spaces and a byte order mark.
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [matched, name = '', ...values] = settingPattern.exec(line) ?? [];
    if (!matched) {
      throw new UserError(
        `${file}, line ${number} cannot be read; write it as NAME=value, or as a comment that starts with #.`,
      );
    }
    yield [name, values.find((value) => value !== undefined) ?? ''];
  }
}

const firebaseAdvice = 'copy it from the Firebase console';

/** The format of each setting, and the advice for a wrong value. */
const valueFormats: Record<string, [Pick<RegExp, 'test'>, advice: string]> = {
  PORT: [
    { test: (value) => /^\d+$/.test(value) && +value > 0 && +value < 65536 },
    `set it to a number from 1 to 65535, or unset it for ${defaultPort}.`,
  ],
  FIRESTORE_EMULATOR_HOST: [
    /^(\[[0-9a-f:]+\]|[\w.-]+):\d{1,5}$/i,
    'set it to host:port, for example 127.0.0.1:8080, or unset it to use the local Firestore.',
  ],
  VITE_SITE_URL: [
    /^(https:\/\/(?!.*:443)[^\s/?#@A-Z]+|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\/?$/,
    "set it to the site's origin, for example https://pear.example; only localhost works without https.",
  ],
  VITE_WORKER: [/^off$/, 'set it to off to remove the worker, or unset it.'],
  ROLLBACK_RULES: [
    /^older$/,
    'set it to older to deploy access rules that refuse submissions of a release, or unset it.',
  ],
  VITE_FIREBASE_PROJECT_ID: [
    /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
    'copy the project id (lowercase letters, digits and hyphens) from the Firebase console.',
  ],
  VITE_FIREBASE_API_KEY: [/^\S+$/, `${firebaseAdvice}.`],
  VITE_FIREBASE_APP_ID: [/^\S+$/, `${firebaseAdvice}.`],
  VITE_FIREBASE_MEASUREMENT_ID: [
    /^G-[A-Z0-9]+$/,
    `${firebaseAdvice} (G-...), or unset it for no analytics.`,
  ],
  VITE_FIREBASE_STORAGE_BUCKET: [/^\S+$/, `${firebaseAdvice}, or unset it.`],
};

function checkFormats(env: Environment, names: RegExp): void {
  for (const [name, [format, advice]] of Object.entries(valueFormats)) {
    const value = env[name];
    if (value && names.test(name) && !format.test(value)) {
      throw new UserError(`${name} is "${value}"; ${advice}`);
    }
  }
}

/** Returns the settings of the local server. Throws a UserError for a wrong value. */
export function readSettings(env: Environment) {
  checkFormats(env, /^(PORT|FIRESTORE_)/);
  return {
    port: Number(env.PORT || defaultPort),
    dataDir: env.DATA_DIR || '.data',
    /** host:port of Google's emulator, if it replaces the local Firestore. */
    emulator: env.FIRESTORE_EMULATOR_HOST || undefined,
  };
}

/** Throws a UserError if the build's settings are incomplete or wrong. */
export function checkBuildSettings(env: Environment): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith('VITE_') && !(name in valueFormats)) {
      throw new UserError(`${name} is not a setting; see .env.example.`);
    }
  }

  const missingNames = ['PROJECT_ID', 'API_KEY', 'APP_ID']
    .map((name) => `VITE_FIREBASE_${name}`)
    .filter((name) => !env[name]);
  const presentNames = Object.keys(env).filter(
    (name) => name.startsWith('VITE_FIREBASE_') && env[name],
  );

  if (presentNames.length > 0 && missingNames.length > 0) {
    throw new UserError(
      `${presentNames.join(', ')} is set without ${missingNames.join(', ')}; set all of them, or none to use the local Firestore.`,
    );
  }

  checkFormats(env, /^(VITE_|ROLLBACK_)/);
}

/** Returns a warning if this build lacks a setting that a deployment needs. */
export function getDeploymentWarning(env: Environment): string | undefined {
  if (!env.VITE_FIREBASE_PROJECT_ID) {
    return 'This build has NO FIREBASE PROJECT: its forms send to the site itself, where only the local Firestore responds.\nBefore you deploy, fill in .env.production (see .env.example) and run npm run build.';
  }
  if (env.VITE_SITE_URL) return undefined;
  return `The links and the sitemap of this build contain ${getSiteUrl(env)}: before you deploy, set VITE_SITE_URL.`;
}

/** Returns the site's origin for absolute links, without a trailing slash. */
export function getSiteUrl(env: Environment): string {
  const origin = env.VITE_SITE_URL || `http://localhost:${defaultPort}`;
  return origin.replace(/\/+$/, '');
}

/** Throws a UserError if the settings do not fit the deployment. */
export function checkDeploySettings(env: Environment): void {
  checkBuildSettings(env);
  const { VITE_FIREBASE_PROJECT_ID: project, GCLOUD_PROJECT: target } = env;
  const { VITE_SITE_URL: site = '' } = env;

  if (!project) {
    throw new UserError(
      'There is no Firebase project in .env.production, so no form would reach you; fill in the file as .env.example says.',
    );
  }

  if (target && target !== project) {
    throw new UserError(
      `This would deploy to ${target}, but VITE_FIREBASE_PROJECT_ID is "${project}"; name the same project in both.`,
    );
  }

  if (!site || /^https?:\/\/(localhost|127\.0\.0\.1)(?=[:/]|$)/.test(site)) {
    throw new UserError(
      `VITE_SITE_URL is "${site}"; set it to the public origin of the site.`,
    );
  }
}
