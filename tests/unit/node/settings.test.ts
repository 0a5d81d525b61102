import { expect, test } from 'vitest';
import {
  checkBuildSettings,
  checkDeploySettings,
  readSettings,
} from '../../../src/node/settings.ts';
import { UserError } from '../../../src/node/user-error.ts';

const project = {
  VITE_FIREBASE_PROJECT_ID: 'pear-site',
  VITE_FIREBASE_API_KEY: 'key',
  VITE_FIREBASE_APP_ID: 'app',
};
const site = { ...project, VITE_SITE_URL: 'https://pear.example' };

const wrongValues = {
  PORT: ['x', '0', '65536'],
  FIRESTORE_EMULATOR_HOST: ['x', 'http://x:8080'],
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
};
test.each(Object.entries(wrongValues))('rejects a wrong %s', (name, values) => {
  for (const value of values) {
    const env = { ...site, [name]: value };
    const read = () => readSettings(env) && checkBuildSettings(env);
    expect(read).toThrow(UserError);
    expect(read).toThrow(`${name} is "${value}"; `);
  }
});

test('a deployment needs the public origin of the site', () => {
  expect(() => checkDeploySettings(site)).not.toThrow();
  for (const url of ['', 'http://localhost:4173']) {
    const check = () => checkDeploySettings({ ...project, VITE_SITE_URL: url });
    const message = `VITE_SITE_URL is "${url}"; set it to the public origin of the site.`;
    expect(check).toThrow(new UserError(message));
  }
});
