import * as fs from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../rehearsal/certificate.ts';
import { listen } from '../../support/ports.ts';
import { runNode } from '../../support/processes.ts';
import { startSite } from '../../support/site.ts';
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
  [['http://pear.test'], /^Visitors find the site by https/],
  [['--local', 'http://pear.test'], /; --local is for a site of npm start/],
  [['--yes', 'https://pear.test'], /^Unknown option '--yes'.*--help has the/],
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

test('settings that are no deployment are one line', async () => {
  const { status, text } = await run(['https://pear.test'], { env: {} });
  expect(text).toMatch(
    /^There is no Firebase project in \.env\.production, [^\n]*$/,
  );
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

test.skipIf(isWithoutOpenssl)('a certificate, by openssl', async () => {
  const { key, cert } = makeCertificate(['DNS:a.test']);
  const server = https.createServer({ key, cert }, html(''));
  const { port, stop } = await listen(server);
  onTestFinished(stop);
  // That nobody vouches for, and of another name; one that has ended is alike.
  for (const [code, ...trusted] of [
    ['DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', cert],
  ] as [string, ...string[]][]) {
    const agents = { http: new http.Agent(), https: agentTo(port, trusted) };
    const { status, text } = await run(['https://pear.test'], { agents });
    expect(text).toMatch(/^Wrong:\n {2}certificate https:\/\/pear\.test: its/);
    expect(text).toContain(`is not trusted (${code}). See the domain in the F`);
    expect(status).toBe(3);
  }
});

test('npm run canary judges what npm start serves', async () => {
  const site = await startSite();
  const args = ['run', '-s', 'canary', '--', '--local', site.origin, '--write'];
  const { isFine, output } = runNode('npm', args, { stdio: 'pipe' });
  expect(output).toContain(`Judging ${site.origin} by the build in dist\n`);
  expect(output).toMatch(/the entry: accepted\n {2}the same again: accepted\n/);
  expect(output).toMatch(/; it is erased\.\nSound\.\n$/);
  expect(isFine).toBe(true);
  const records = path.join(site.dataDir, 'records.jsonl');
  expect(fs.readFileSync(records, 'utf8')).toBe('');
  await site.stop();
});
