import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as path from 'node:path';
import { describe, expect, test } from 'vitest';
import { settings } from '../../rehearsal/stage.ts';
import { listen } from '../../support/ports.ts';
import { runNode } from '../../support/processes.ts';
import { startSite } from '../../support/site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { agentTo, html, isWithoutOpenssl, run, serverOf } from './run.ts';

test('help says what the exit status means', async () => {
  const { status, text } = await run(['--help']);
  expect(text).toMatch(/^npm run canary -- https:.*Exit status: 0 {2}sound/s);
  expect(status).toBe(0);
});

test.for([
  [[], /^Name one address, as in: npm run canary -- https:\/\/pear\.example$/],
  [['https://a.test', 'https://b.test'], /^Name one address/],
  [['pear.test'], /^"pear\.test" is no address of a site; write its origin/],
  [['https://pear.test/about'], /is no address of a site/],
  [['ftp://pear.test'], /^Visitors find the site by https/],
  [['http://pear.test'], /^Visitors find the site by https/],
  [['--local', 'http://pear.test'], /; --local is for a site of npm start/],
  [['--local', 'https://localhost'], /; --local is for a site of npm start/],
  [['--yes', 'https://pear.test'], /^Unknown option '--yes'.*--help has the/],
  [['--write=no', 'https://pear.test'], /'--write' does not take an argument/],
  [
    ['https://nowhere.invalid'],
    /^No answer from https:\/\/nowhere.invalid \(E/,
  ],
] satisfies [string[], RegExp][])('%j is one line', async ([args, line]) => {
  const { status, text } = await run(args);
  expect(text).toMatch(line);
  expect(text).not.toContain('\n');
  expect(status).toBe(2);
});

test.for([
  [{}, /^There is no Firebase project in \.env\.production, [^\n]*$/],
  [
    { VITE_FIREBASE_PROJECT_ID: 'pear-site' },
    /^VITE_FIREBASE_PROJECT_ID is set without [^\n]*$/,
  ],
  [{ ...settings, VITE_SITE_URL: '' }, /^VITE_SITE_URL is ""; [^\n]*$/],
] as const)('the settings %o are no deployment', async ([env, line]) => {
  const { status, text } = await run(['https://pear.test'], { env });
  expect(text).toMatch(line);
  expect(status).toBe(2);
});

test.for<[http.RequestListener, RegExp]>([
  [html('<title>Another</title>'), /answers 200, but neither its first page/],
  [
    (_, response) =>
      response.writeHead(302, { location: 'https://portal.test/a' }).end(),
    /leads to https:\/\/portal\.test; name that address\.$/,
  ],
  [
    (_, response) => response.destroy(),
    /^No answer from .* \(ECONNRESET\); see/,
  ],
  [() => undefined, /^No answer from .* \(nothing in 0\.05 s\); see/],
])('what is not this site is one line', async ([act, line]) => {
  const origin = await serverOf(act);
  const limit = line.source.includes('nothing in') ? 50 : 60_000;
  const { status, text } = await run(['--local', origin], { limit });
  expect(text).toMatch(line);
  expect(text).not.toContain('\n');
  expect(status).toBe(2);
});

describe('a certificate', () => {
  if (isWithoutOpenssl) return test.skip('skipped: openssl is not here');
  const folder = temporaryFolder();
  const openssl = (args: string) =>
    execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' });

  test.for([
    ['that has ended', '-1', 'pear.test', 'CERT_HAS_EXPIRED'],
    ['of another name', '9', 'a.test', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    [
      'that nobody vouches for',
      '9',
      'pear.test',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ])('%s is said', async ([what, days = '', name, code]) => {
    openssl('ecparam -name prime256v1 -genkey -noout -out key');
    openssl(`req -new -key key -subj /CN=${name} -out request`);
    openssl(`x509 -req -in request -signkey key -days ${days} -out cert`);
    const key = fs.readFileSync(path.join(folder, 'key'));
    const cert = fs.readFileSync(path.join(folder, 'cert'), 'utf8');
    const server = https.createServer({ key, cert }, html(''));
    const { port, stop } = await listen(server);
    const trusted = what === 'that nobody vouches for' ? [] : cert;
    const agents = { http: new http.Agent(), https: agentTo(port, trusted) };
    const { status, text } = await run(['https://pear.test'], { agents });
    expect(text).toMatch(/^Wrong:\n {2}certificate https:\/\/pear\.test: its/);
    expect(text).toContain(`is not trusted (${code}). See the domain in the F`);
    expect(status).toBe(3);
    await stop();
  });
});

test('npm run canary judges what npm start serves', async () => {
  const site = await startSite();
  const canary = (args: string[]) =>
    runNode('npm', ['run', '-s', 'canary', '--', ...args], { stdio: 'pipe' });
  const { isFine, output } = canary(['--local', site.origin, '--write']);
  expect(output).toContain(`Judging ${site.origin} by the build in dist\n`);
  expect(output).toMatch(/the entry: accepted\n {2}the same again: accepted\n/);
  expect(output).toMatch(/; it is erased\.\nSound\.\n$/);
  expect(isFine).toBe(true);
  const records = path.join(site.dataDir, 'records.jsonl');
  expect(fs.readFileSync(records, 'utf8')).toBe('');
  await site.stop();
});
