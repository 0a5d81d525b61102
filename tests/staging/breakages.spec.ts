import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as path from 'node:path';
import { forwardTo } from '../../src/node/server/firestore/plugin.ts';
import { type Deployment, readDeployment } from '../smoke/deployment.ts';
import { addresses, checkWorker, compare } from '../smoke/served.ts';
import * as visitor from '../smoke/visit.ts';
import { waitlistForm } from '../support/forms.ts';
import { listen } from '../support/ports.ts';
import { makeCertificate } from './certificate.ts';
import { test as base, expect } from './fixtures.ts';
import { settings } from './stage.ts';

interface Fixtures {
  /** The environment of a smoke test of the stage. */
  env: NodeJS.ProcessEnv;
  deployment: Deployment;
  /** Opens the waitlist's form as the smoke test does. */
  visit: () => Promise<visitor.Visit>;
  /** Deploys the build without these files, or with another text in them. */
  edit: (files: RegExp, change?: (text: string) => string) => void;
}

const test = base.extend<Fixtures>({
  env: async ({ stage, first }, use, testInfo) => {
    const certificate = testInfo.outputPath('stage.pem');
    fs.writeFileSync(certificate, stage.certificate);
    await use({
      ...process.env,
      ...settings,
      SITE: `https://localhost:${stage.port}`,
      DIST: first,
      FIRESTORE_EMULATOR_HOST: new URL(stage.records.origin).host,
      NODE_EXTRA_CA_CERTS: certificate,
      SMOKE_FLAGS: JSON.stringify(stage.chromiumFlags),
    });
    stage.meet = () => false;
  },
  deployment: async ({ env }, use) => use(readDeployment(env)),
  visit: async ({ context, deployment, consoleLines }, use) => {
    await use(async () => {
      const visit = await visitor.startVisit(context, deployment);
      await visitor.openPage(visit, waitlistForm);
      return visit;
    });
    // The visit has judged them.
    consoleLines.length = 0;
  },
  edit: async ({ stage, first }, use, testInfo) =>
    use((files, change) => {
      const folder = testInfo.outputPath('edited');
      fs.cpSync(first, folder, { recursive: true });
      const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const name of all.filter((name) => files.test(name))) {
        const file = path.join(folder, name);
        if (!change) fs.rmSync(file);
        else fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
      }
      stage.deploy(folder);
    }),
  // The stage's certificate is its own.
  ignoreHTTPSErrors: true,
});

const rules = fs.readFileSync('firestore.rules', 'utf8');

test.describe('the smoke test is red and names the cause if', () => {
  test('a chunk is missing', async ({ edit, visit }) => {
    edit(/^static\/js\/form-/);
    await expect(visit()).rejects.toThrow(/404 .*\/static\/js\/form-/);
  });

  test('sw.js is an older one', async ({ edit, deployment, request }) => {
    edit(/^sw\.js$/, (text) => `${text};`);
    const step = checkWorker(deployment, request);
    await expect(step).rejects.toThrow(/sw\.js is that of /);
  });

  test('the project is another one', async ({ edit, deployment, request }) => {
    edit(/^sw\.js$/, (text) => text.replaceAll('demo-pear', 'my-pear'));
    const step = checkWorker(deployment, request);
    await expect(step).rejects.toThrow('sw.js sends to the project demo-pear');
  });

  test('a header is missing', async ({ stage, deployment, request }) => {
    stage.meet = (_, response) => {
      const { setHeader } = response;
      response.setHeader = (name, value) =>
        value === 'nosniff' ? response : setHeader.call(response, name, value);
      return false;
    };
    const step = compare(deployment, request, ['/', '/about']);
    await expect(step).rejects.toThrow(
      '/about has x-content-type-options undefined, not nosniff',
    );
  });

  test('a missing page is 200', async ({ stage, deployment, request }) => {
    stage.meet = (_, response) => Boolean(response.end('<h1>404</h1>'));
    const places = addresses['missing files']?.('') ?? [];
    const step = compare(deployment, request, places);
    await expect(step).rejects.toThrow(
      /\/[\da-f-]{36} has status 200, not 404/,
    );
  });

  test('the rules refuse', async ({ stage, visit }) => {
    await stage.deployRules(rules.replaceAll('create: if', '$& false &&'));
    const step = visitor.joinWaitlist(await visit(), 'smoke@pear.invalid');
    await expect(step).rejects.toThrow(/403 .*:commit|permission-denied/);
  });

  test('the rules allow reading', async ({ stage, visit }) => {
    const isReplay = 'allow update: if isReplay();';
    await stage.deployRules(rules.replaceAll(isReplay, '$& allow read;'));
    const step = visitor.checkReads(await visit());
    await expect(step).rejects.toThrow(/reading waitlist.* is refused/);
  });

  test('the certificate has expired', async ({ env }, testInfo) => {
    const { key, cert } = makeCertificate(['DNS:localhost']);
    const file = testInfo.outputPath('expired.pem');
    fs.writeFileSync(file, key + cert);
    const again = ['x509', '-in', file, '-signkey', file, '-days', '-1'];
    const expired = execFileSync('openssl', again);
    fs.writeFileSync(file, expired);
    const server = await listen(https.createServer({ key, cert: expired }));
    const SITE = `https://localhost:${server.port}`;
    const trust = { NODE_EXTRA_CA_CERTS: file };
    const { output } = await runSmoke({ ...env, ...trust, SITE });
    await server.stop();
    expect(output).toContain('is not valid (CERT_HAS_EXPIRED): see its domain');
  });

  test('a record cannot be erased', async ({ env, stage }) => {
    let erasures = 0;
    const emulator = forwardTo(new URL(stage.records.origin).host);
    const owner = http.createServer((request, response) => {
      // The first one tries the credentials.
      const isRefused = request.method === 'POST' && ++erasures > 1;
      if (isRefused) response.writeHead(403).end();
      else emulator(request, response, () => response.destroy());
    });
    const { origin, stop } = await listen(owner);
    const host = { FIRESTORE_EMULATOR_HOST: new URL(origin).host };
    const joining = { ...env, ...host, WRITE: '1' };
    const { isGreen, output } = await runSmoke(joining, '-g', 'joins');
    await stop();
    const [record] = await stage.records.list('waitlist');
    expect(output).toContain(`NOT ERASED in demo-pear: waitlist/${record?.id}`);
    expect(isGreen).toBe(false);
  });
});

test('the smoke test is green on a stage', async ({ env, stage }) => {
  const { isGreen, output } = await runSmoke({ ...env, WRITE: '1' });
  expect(isGreen, output).toBe(true);
  expect(stage.network.commits).toBeGreaterThan(0);
  expect(await stage.records.all()).toEqual([]);
});

/** Runs the smoke test as its command does. */
function runSmoke(env: NodeJS.ProcessEnv, ...args: string[]) {
  const command = ['node_modules/playwright/cli.js', 'test', '--project=smoke'];
  const folder = `--output=${test.info().outputPath('smoke')}`;
  return new Promise<{ isGreen: boolean; output: string }>((resolve) => {
    const all = [...command, folder, ...args];
    execFile(process.execPath, all, { env }, (error, output) =>
      resolve({ isGreen: !error, output }),
    );
  });
}
