import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import {
  checkBuildSettings,
  checkDeployment,
  deploymentReminder,
  readSettings,
  siteUrlOf,
} from '../../../src/node/settings.ts';
import { UserError } from '../../../src/node/user-error.ts';

test('reads the settings of the local server, with defaults', () => {
  const defaults = { port: 4173, dataDir: '.data', emulator: undefined };
  expect(readSettings({})).toEqual(defaults);
  const empty = { PORT: '', DATA_DIR: '', FIRESTORE_EMULATOR_HOST: '' };
  expect(readSettings(empty)).toEqual(defaults);
  for (const emulator of ['localhost:1', '[::1]:65535', 'my_host-1.lan:80']) {
    const env = { PORT: '1', DATA_DIR: 'x', FIRESTORE_EMULATOR_HOST: emulator };
    expect(readSettings(env)).toEqual({ port: 1, dataDir: 'x', emulator });
  }
});

const project = {
  VITE_FIREBASE_PROJECT_ID: 'pear-site',
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
};
const site = { ...project, VITE_SITE_URL: 'https://pear.example' };

test.for<Record<string, string>>([
  { VITE_FIREBASE_PROJECT_ID: '', VITE_SITE_URL: '' },
  project,
  { VITE_SITE_URL: 'http://localhost:4173/' },
  { ...site, VITE_FIREBASE_MEASUREMENT_ID: 'G-ABC123' },
  { ...site, VITE_FIREBASE_STORAGE_BUCKET: 'pear-site.appspot.com' },
  { ...site, VITE_WORKER: 'off', PATH: '/bin', VITEST: 'true' },
])('a build accepts %o', (env) => {
  expect(() => checkBuildSettings(env)).not.toThrow();
});

const wrong: Readonly<Record<string, readonly string[]>> = {
  PORT: ['x', '0', '65536', '-1', '1.5', '80 81', 'NaN'],
  FIRESTORE_EMULATOR_HOST: [
    ...['x', 'x:', ':8080', 'http://x:8080', '127.0.0.1:8080/', 'a:123456'],
  ],
  VITE_SITE_URL: [
    ...['pear.example', 'ftp://pear.example', 'https://pear.example '],
    ...['https://me:secret@pear.example/', 'http://localhost.pear.example/'],
    ...['/site', '//', '/?a=b', '#', ':443'].map(
      (end) => `https://pear.example${end}`,
    ),
  ],
  VITE_WORKER: ['on'],
  VITE_FIREBASE_PROJECT_ID: [
    ...['pear', 'x'.repeat(31), '1pear-site', 'pear-site-', 'pear_site'],
  ],
  VITE_FIREBASE_API_KEY: ['a key', ' '],
  VITE_FIREBASE_MEASUREMENT_ID: ['UA-1'],
};
test.each(Object.entries(wrong))(
  'rejects a wrong %s with one line of advice',
  (name, values) => {
    for (const value of values) {
      const env = { ...site, [name]: value };
      const read = () => readSettings(env) && checkBuildSettings(env);
      expect(read).toThrow(UserError);
      expect(read).toThrow(`${name} is "${value}"; `);
      expect(read).toThrow(/^.*"; (set|copy) .*$/);
      expect(read).not.toThrow('\n');
    }
  },
);

test('a build warns about settings that a deployment needs', () => {
  const address = { VITE_SITE_URL: 'https://pear.example/' };
  expect(deploymentReminder(address)).toMatch(
    /^This build has NO FIREBASE PROJECT: /,
  );
  expect(deploymentReminder(project)).toContain(
    ' contain http://localhost:4173: ',
  );
  expect(deploymentReminder(site)).toBeUndefined();
  expect(siteUrlOf(address)).toBe('https://pear.example');
  expect(siteUrlOf({ VITE_SITE_URL: '' })).toBe('http://localhost:4173');
});

test('.env.example contains only known settings, without values', () => {
  const example = parseEnv(readFileSync('.env.example', 'utf8'));
  expect(Object.keys(example).length).toBeGreaterThan(5);
  expect(new Set(Object.values(example))).toEqual(new Set(['']));
  expect(() => checkBuildSettings(example)).not.toThrow();
});

test('a deployment needs the public origin of the site', () => {
  const env = { ...site, GCLOUD_PROJECT: 'pear-site' };
  expect(() => checkDeployment(site)).not.toThrow();
  expect(() => checkDeployment(env)).not.toThrow();
  for (const url of ['', 'http://localhost:4173']) {
    const check = () => checkDeployment({ ...project, VITE_SITE_URL: url });
    const advice = 'set it to the public origin of the site.';
    const message = `VITE_SITE_URL is "${url}"; ${advice}`;
    expect(check).toThrow(new UserError(message));
  }
});
