import * as fs from 'node:fs';
import { expect, test, vi } from 'vitest';
import {
  checkBuildSettings,
  checkDeploySettings,
  defaultPort,
  getSiteUrl,
  readEnvFiles,
  readSettings,
} from '../../../src/node/settings.ts';
import { UserError } from '../../../src/node/user-error.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

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
    'pear.example',
    'ftp://pear.example',
    'https://pear.example ',
    'https://me:secret@pear.example/',
    'http://localhost.pear.example/',
    ...['/site', '//', '/?a=b', '#', ':443'].map(
      (end) => `https://pear.example${end}`,
    ),
  ],
  VITE_WORKER: ['on'],
  ROLLBACK_RULES: ['newer'],
  VITE_FIREBASE_PROJECT_ID: [
    'pear',
    'x'.repeat(31),
    '1pear-site',
    'pear-site-',
    'pear_site',
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

/** Reads a text as .env.production; returns the settings that it adds. */
function readAsEnvFile(text: string | Buffer): Record<string, unknown> {
  const repository = process.cwd();
  process.chdir(createTempFolder());
  // A stubbed variable is removed again after the test.
  for (const name of ['VITE_A', 'VITE_B']) vi.stubEnv(name, undefined);
  try {
    fs.writeFileSync('.env.production', text);
    const files = readEnvFiles();
    return Object.fromEntries(
      [...files.keys()].map((name) => [name, process.env[name]]),
    );
  } finally {
    process.chdir(repository);
    vi.unstubAllEnvs();
    for (const name of ['VITE_A', 'VITE_B']) delete process.env[name];
  }
}

test.each([
  ['an empty line', ''],
  ['a line of spaces', '   '],
  ['a tab', '\t'],
  ['a no-break space', '\u00a0'],
  ['a comment', '  # VITE_A=2'],
  ['a setting of another program', 'export  OTHER = "a b" # why'],
])('%s changes no setting after it', (_, line) => {
  expect(readAsEnvFile(`VITE_A=1\r\n${line}\r\nVITE_B=2\r\n`)).toEqual({
    VITE_A: '1',
    VITE_B: '2',
  });
});

test.each([
  ['VITE_A=1', '1'],
  ['\u00a0VITE_A\u00a0=\u00a01\u00a0', '1'],
  ['export  VITE_A=1', '1'],
  ['VITE_A="1 # 2" # a comment', '1 # 2'],
  ["VITE_A='1'", '1'],
  ['VITE_A=1#2 # a comment', '1#2'],
  ['VITE_A=', ''],
])('the line %j sets VITE_A to %j', (line, value) => {
  expect(readAsEnvFile(line)).toEqual({ VITE_A: value });

  const utf16 = Buffer.from(`\ufeff${line}`, 'utf16le');
  expect(readAsEnvFile(utf16)).toEqual({ VITE_A: value });
});

test('.env.production can force the older access rules', () => {
  vi.stubEnv('ROLLBACK_RULES', undefined);
  expect(readAsEnvFile('ROLLBACK_RULES=older')).toEqual({
    ROLLBACK_RULES: 'older',
  });
  delete process.env.ROLLBACK_RULES;
});

test.each(['VITE_A', 'VITE_A: 1', 'VITE A=1', 'VITE_A="1', 'set VITE_A=1'])(
  'the line %j is an error that names the line',
  (line) => {
    expect(() => readAsEnvFile(`VITE_B=1\n${line}\n`)).toThrow(
      '.env.production, line 2 cannot be read; write it as NAME=value',
    );
  },
);

test('README.md and .env.example name the port of npm start', () => {
  const origin = `http://127.0.0.1:${defaultPort}`;
  const readme = fs.readFileSync('README.md', 'utf8');
  const addresses = readme.match(/http:\/\/127\.0\.0\.1:\d+/g) ?? [];
  expect(new Set(addresses)).toEqual(new Set([origin]));

  const example = fs.readFileSync('.env.example', 'utf8');
  expect(example).toContain(`The port of the site. Unset: ${defaultPort}.`);
  expect(example).toContain(`Unset: ${getSiteUrl({})}.`);
});
