import { expect, test } from 'vitest';
import {
  checkBuildSettings,
  checkDeployment,
  readSettings,
} from '../../src/node/settings.ts';

test('nothing set means the defaults', () => {
  const defaults = { port: 4173, dataDir: '.data', emulator: undefined };
  expect(readSettings({})).toEqual(defaults);
  const empty = { PORT: '', DATA_DIR: '', FIRESTORE_EMULATOR_HOST: '' };
  expect(readSettings(empty)).toEqual(defaults);
});

test.for(['127.0.0.1:8080', 'localhost:1', '[::1]:65535', 'my_host-1.lan:80'])(
  'an emulator may be at %s',
  (host) => {
    const env = { PORT: '1', DATA_DIR: 'x', FIRESTORE_EMULATOR_HOST: host };
    expect(readSettings(env)).toEqual({
      port: 1,
      dataDir: 'x',
      emulator: host,
    });
  },
);

test.for(['x', '0', '65536', '-1', '1.5', '80 81', 'NaN'])(
  'PORT=%s is a user error',
  (value) => {
    expect(messageOf(() => readSettings({ PORT: value }))).toBe(
      `PORT is "${value}"; set it to a number from 1 to 65535, or unset it for 4173.`,
    );
  },
);

test.for(['x', 'x:', ':8080', 'http://x:8080', '127.0.0.1:8080/', 'a:123456'])(
  'FIRESTORE_EMULATOR_HOST=%s is a user error',
  (value) => {
    const env = { FIRESTORE_EMULATOR_HOST: value };
    expect(messageOf(() => readSettings(env))).toBe(
      `FIRESTORE_EMULATOR_HOST is "${value}"; set it to host:port, for example 127.0.0.1:8080, or unset it for the embedded Firestore.`,
    );
  },
);

const project = {
  VITE_FIREBASE_PROJECT_ID: 'pear-site',
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
};
const site = { ...project, VITE_SITE_URL: 'https://pear.example' };
const origin = "set it to the site's origin, for example https://pear.example.";

test.for<Record<string, string>>([
  {},
  project,
  site,
  { VITE_SITE_URL: 'https://pear.example' },
  { VITE_SITE_URL: 'http://localhost:4173/' },
  { VITE_SITE_URL: 'http://127.0.0.1:8000' },
  { ...site, VITE_FIREBASE_MEASUREMENT_ID: 'G-ABC123' },
  { ...site, VITE_FIREBASE_STORAGE_BUCKET: 'pear-site.appspot.com' },
  { ...site, VITE_WORKER: 'off', PATH: '/bin', VITEST: 'true' },
  { VITE_FIREBASE_PROJECT_ID: '', VITE_SITE_URL: '' },
])('a build takes %o', (env) => {
  expect(() => checkBuildSettings(env)).not.toThrow();
});

test.for<[Record<string, string>, string]>([
  [
    { VITE_SITE_URL: 'pear.example' },
    'VITE_SITE_URL is "pear.example"; set it to the site\'s origin, for example https://pear.example.',
  ],
  [
    { VITE_SITE_URL: 'ftp://pear.example' },
    'VITE_SITE_URL is "ftp://pear.example"; set it to the site\'s origin, for example https://pear.example.',
  ],
  [
    { VITE_SITE_URL: 'https://pear.example/site' },
    'VITE_SITE_URL is "https://pear.example/site"; set it to the site\'s origin, for example https://pear.example.',
  ],
  ...[
    'https://pear.example//',
    'https://pear.example?',
    'https://pear.example/?a=b',
    'https://pear.example/#a',
    'https://pear.example#',
    'https://me@pear.example',
    'https://me:secret@pear.example/',
    'https://pear.example:443',
    'https://pear.example ',
  ].map(
    (url) =>
      [
        { VITE_SITE_URL: url },
        `VITE_SITE_URL is "${url}"; ${origin}`,
      ] satisfies [object, string],
  ),
  [
    { VITE_SITE_URL: 'http://pear.example' },
    'VITE_SITE_URL is "http://pear.example"; set it to https://pear.example, since only localhost goes without https.',
  ],
  [
    { VITE_SITE_URL: 'http://localhost.pear.example/' },
    'VITE_SITE_URL is "http://localhost.pear.example/"; set it to https://localhost.pear.example, since only localhost goes without https.',
  ],
  [
    { VITE_WORKER: 'on' },
    'VITE_WORKER is "on"; set it to off to withdraw the service worker, or unset it.',
  ],
  ...['VITE_FIREBASE_PROJECTID', 'VITE_FIREBASE_AUTH_DOMAIN'].map(
    (name) =>
      [
        { ...site, [name]: '' },
        `${name} is not a setting; see .env.example.`,
      ] satisfies [object, string],
  ),
  [
    { ...site, VITE_FIREBASE_API_KEY: 'a key' },
    'VITE_FIREBASE_API_KEY has a space in it; copy it anew from the Firebase console.',
  ],
  [
    { ...site, VITE_FIREBASE_API_KEY: ' ' },
    'VITE_FIREBASE_API_KEY has a space in it; copy it anew from the Firebase console.',
  ],
  ...['pear', 'x'.repeat(31), '1pear-site', 'pear-site-', 'pear_site'].map(
    (id) =>
      [
        { ...site, VITE_FIREBASE_PROJECT_ID: id },
        `VITE_FIREBASE_PROJECT_ID is "${id}"; copy the project id (lowercase letters, digits and hyphens) from the Firebase console.`,
      ] satisfies [object, string],
  ),
  [
    { VITE_FIREBASE_API_KEY: 'key' },
    'VITE_FIREBASE_API_KEY is set without VITE_FIREBASE_PROJECT_ID, VITE_FIREBASE_APP_ID; set all of them, or none for the local Firestore.',
  ],
  [
    { ...project, VITE_FIREBASE_APP_ID: '' },
    'VITE_FIREBASE_PROJECT_ID, VITE_FIREBASE_API_KEY is set without VITE_FIREBASE_APP_ID; set all of them, or none for the local Firestore.',
  ],
  [
    { ...project, VITE_FIREBASE_PROJECT_ID: 'Pear Site' },
    'VITE_FIREBASE_PROJECT_ID is "Pear Site"; copy the project id (lowercase letters, digits and hyphens) from the Firebase console.',
  ],
  [
    { ...project, VITE_FIREBASE_MEASUREMENT_ID: 'UA-1' },
    'VITE_FIREBASE_MEASUREMENT_ID is "UA-1"; copy it (G-...) from the Firebase console, or unset it for no analytics.',
  ],
])('a build with %o is a user error', ([env, message]) => {
  expect(messageOf(() => checkBuildSettings(env))).toBe(message);
});

test.for<Record<string, string>>([
  site,
  { ...site, GCLOUD_PROJECT: 'pear-site' },
])('a deployment takes %o', (env) => {
  expect(() => checkDeployment(env)).not.toThrow();
});

test.for<[Record<string, string>, string]>([
  [
    {},
    'There is no Firebase project in .env.production, and without one the forms reach nobody; fill it in as .env.example says.',
  ],
  [
    { ...site, GCLOUD_PROJECT: 'pear-staging' },
    'This would deploy to pear-staging, but VITE_FIREBASE_PROJECT_ID is "pear-site"; name the same project in both.',
  ],
  [
    project,
    'VITE_SITE_URL is ""; set it to the origin where visitors find the site.',
  ],
  [
    { ...site, VITE_SITE_URL: 'http://localhost:4173' },
    'VITE_SITE_URL is "http://localhost:4173"; set it to the origin where visitors find the site.',
  ],
])('a deployment with %o is a user error', ([env, message]) => {
  expect(messageOf(() => checkDeployment(env))).toBe(message);
});

/** What it complains of: one line, as whoever ran it sees it. */
function messageOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    const { name, message } = error as Error;
    expect(name).toBe('UserError');
    expect(message).not.toContain('\n');
    return message;
  }
  return 'no error';
}
