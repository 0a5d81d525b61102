import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as https from 'node:https';
import { type Deployment, readDeployment } from '../smoke/deployment.ts';
import { checkHosting, checkWorker, listAddresses } from '../smoke/served.ts';
import { SmokeVisit } from '../smoke/visit.ts';
import { FaultyProxy } from '../support/faulty-proxy.ts';
import { careersForm, waitlistForm } from '../support/forms.ts';
import {
  createFirestoreFault,
  deniedFault,
} from '../support/network-faults.ts';
import { listen } from '../support/ports.ts';
import { makeCertificate } from './certificate.ts';
import { test as base, expect } from './fixtures.ts';
import { stageSettings } from './stage.ts';

interface Fixtures {
  /** The environment variables for a smoke test of the stage. */
  env: NodeJS.ProcessEnv;
  deployment: Deployment;
  visit: SmokeVisit;
  /** Checks the worker of a stage that serves a changed sw.js. */
  checkChangedWorker: (change: (worker: string) => string) => Promise<void>;
}

const test = base.extend<Fixtures>({
  env: async ({ stage, firstBuild }, use, testInfo) => {
    stage.limitCommits();
    const certificateFile = testInfo.outputPath('stage.pem');
    fs.writeFileSync(certificateFile, stage.certificate);

    await use({
      ...process.env,
      ...stageSettings,
      SITE: `https://localhost:${stage.port}`,
      DIST: firstBuild,
      FIRESTORE_EMULATOR_HOST: new URL(stage.records.origin).host,
      NODE_EXTRA_CA_CERTS: certificateFile,
      SMOKE_FLAGS: JSON.stringify(stage.chromiumFlags),
    });

    stage.intercept = () => false;
  },
  deployment: async ({ env }, use) => use(readDeployment(env)),
  visit: async ({ page, deployment, consoleLines }, use) => {
    await use(new SmokeVisit(page, deployment));
    // The fixture must not check these lines, because `SmokeVisit` checks them.
    consoleLines.length = 0;
  },
  checkChangedWorker: async ({ stage, deployment, request }, use) =>
    use((change) => {
      const text = change(fs.readFileSync(`${deployment.dist}/sw.js`, 'utf8'));
      stage.intercept = (_, response) => {
        response.end(text);
        return true;
      };
      return checkWorker(deployment, request);
    }),
  ignoreHTTPSErrors: true,
});

const rulesText = fs.readFileSync('firestore.rules', 'utf8');

test('the smoke test fails on a missing chunk', async ({ stage, visit }) => {
  stage.intercept = ({ url }, response) => {
    if (!url?.includes('/js/form-')) return false;
    response.writeHead(404).end();
    return true;
  };

  const result = visit.open(waitlistForm);
  await expect(result).rejects.toThrow(/404 .*\/static\/js\/form-/);
});

test('the smoke test fails if one file of dist/ is missing, although the offline copy hides that', async ({
  stage,
  deployment,
  request,
}) => {
  const { files } = listAddresses(deployment.dist);
  const script = files.find((name) => /\/js\/mission-/.test(name));
  stage.intercept = ({ url }, response) => {
    if (url !== script) return false;
    response.writeHead(404).end();
    return true;
  };

  const result = checkHosting(deployment, request, files);
  await expect(result).rejects.toThrow(`${script} has status 404, not 200`);
});

test('the smoke test fails if the served sw.js differs from the build', async ({
  checkChangedWorker,
}) => {
  const result = checkChangedWorker((text) => `${text};`);
  await expect(result).rejects.toThrow(/sw\.js equals /);
});

test('the smoke test fails on a wrong project id', async ({
  checkChangedWorker,
}) => {
  const result = checkChangedWorker((text) => text.replaceAll('demo', 'my'));
  await expect(result).rejects.toThrow('sw.js sends to the project demo-pear');
});

test('the smoke test fails if a response header is missing', async ({
  stage,
  deployment,
  request,
}) => {
  stage.intercept = (_, response) => {
    const { setHeader } = response;
    response.setHeader = (name, value) =>
      value === 'nosniff' ? response : setHeader.call(response, name, value);
    return false;
  };

  const result = checkHosting(deployment, request, ['/', '/about']);
  await expect(result).rejects.toThrow(
    '/about has x-content-type-options undefined, not nosniff',
  );
});

test('the smoke test fails on a soft 404', async ({
  stage,
  deployment,
  request,
}) => {
  stage.intercept = (_, response) => {
    response.end('<h1>404</h1>');
    return true;
  };

  const addresses = listAddresses(deployment.dist)['missing files'];
  const result = checkHosting(deployment, request, addresses);
  await expect(result).rejects.toThrow(/[\da-f-]{36} has status 200, not 404/);
});

test('the smoke test fails if the access rules refuse records', async ({
  stage,
  visit,
}) => {
  await stage.deployRules(rulesText.replaceAll('create: if', '$& false &&'));
  await visit.open(waitlistForm);

  const result = visit.submit(waitlistForm, 'smoke@pear.invalid');
  await expect(result).rejects.toThrow(/403 .*:commit|permission-denied/);
});

test('the smoke test fails if the access rules refuse one form alone', async ({
  env,
  stage,
}) => {
  const careersRule = /(?<=match \/careers\/\{id\} \{\s+allow create: if)/;
  await stage.deployRules(rulesText.replace(careersRule, ' false &&'));
  const writingEnv = { ...env, WRITE: '1' };

  const { hasPassed, output } = await runSmoke(writingEnv, '-g', 'submits');
  expect(hasPassed).toBe(false);
  expect(output).toContain('3 passed');
  expect(output).toContain('at /careers › the page says "Sent."');
});

test('the smoke test fails if the access rules accept 21 records in one request', async ({
  stage,
  visit,
}) => {
  stage.network.heal();
  await visit.open(careersForm);
  await visit.submit(careersForm, 'smoke@pear.invalid');
  const commit = stage.network.log.at(-1)?.body ?? '';

  const result = visit.checkLargeCommit(commit);
  await expect(result).rejects.toThrow('a request with 21 records is refused');
});

test('the smoke test fails if the access rules allow reading', async ({
  stage,
  visit,
}) => {
  const replayRule = 'allow update: if isReplay();';
  await stage.deployRules(rulesText.replaceAll(replayRule, '$& allow read;'));
  await visit.open(waitlistForm);

  await visit.checkAnswer();
  const result = visit.checkReads();
  await expect(result).rejects.toThrow('listing the waitlist is refused');
});

test('the smoke test fails if the access rules allow reading a record by its id', async ({
  stage,
  visit,
}) => {
  const replayRule = 'allow update: if isReplay();';
  await stage.deployRules(rulesText.replaceAll(replayRule, '$& allow get;'));
  await visit.open(waitlistForm);

  await visit.checkAnswer();
  const result = visit.checkReads();
  await expect(result).rejects.toThrow('reading a record by its id is refused');
});

test('the smoke test names the status if Firestore fails, and does not blame the access rules', async ({
  visit,
}) => {
  await visit.open(waitlistForm);
  await visit.checkAnswer();

  // A deleted key, a deleted database, a used-up quota, and an outage.
  for (const status of [400, 404, 429, 503]) {
    const headers = { 'access-control-allow-origin': '*' };
    await visit.page.route('**/documents/waitlist?**', (route) =>
      route.fulfill({ status, headers }),
    );
    const result = visit.checkAnswer();
    await expect(result).rejects.toThrow(`Firestore answers ${status}`);
  }
});

test('the smoke test does not blame the credentials if the database was deleted', async ({
  env,
  stage,
}) => {
  const faultyFirestore = new FaultyProxy(stage.records.origin);
  faultyFirestore.fail(createFirestoreFault(404, 'NOT_FOUND'));
  await faultyFirestore.open();
  const FIRESTORE_EMULATOR_HOST = new URL(faultyFirestore.origin).host;

  const writingEnv = { ...env, FIRESTORE_EMULATOR_HOST, WRITE: '1' };
  const { output } = await runSmoke(writingEnv);
  await faultyFirestore.close();

  expect(output).toContain('Firestore answers 404 to the owner');
  expect(output).not.toContain('--write needs credentials');
});

test('the smoke test fails on an expired certificate', async ({
  env,
}, testInfo) => {
  const { key, cert } = makeCertificate(['DNS:localhost']);
  const file = testInfo.outputPath('expired.pem');
  fs.writeFileSync(file, key + cert);

  const expiryArgs = ['x509', '-in', file, '-signkey', file, '-days', '-1'];
  const expiredCert = execFileSync('openssl', expiryArgs);
  fs.writeFileSync(file, expiredCert);
  const server = await listen(https.createServer({ key, cert: expiredCert }));

  const SITE = `https://localhost:${server.port}`;
  const expiredCertEnv = { ...env, NODE_EXTRA_CA_CERTS: file, SITE };
  const { output } = await runSmoke(expiredCertEnv);
  await server.stop();

  expect(output).toContain('is not valid (CERT_HAS_EXPIRED): see its domain');
});

test('the smoke test fails if erasing fails', async ({ env, stage }) => {
  const faultyFirestore = new FaultyProxy(stage.records.origin);

  // The first commit must succeed, because it checks the smoke test's credentials.
  faultyFirestore.failEach((commit) => (commit > 1 ? deniedFault : undefined));
  await faultyFirestore.open();
  const FIRESTORE_EMULATOR_HOST = new URL(faultyFirestore.origin).host;

  const writingEnv = { ...env, FIRESTORE_EMULATOR_HOST, WRITE: '1' };
  const { hasPassed, output } = await runSmoke(
    writingEnv,
    '-g',
    'at /waitlist',
  );

  await faultyFirestore.close();
  const [record] = await stage.records.list('waitlist');

  expect(output).toContain(`NOT ERASED in demo-pear: waitlist/${record?.id}`);
  expect(hasPassed).toBe(false);
});

test('the smoke test passes and leaves no record', async ({ env, stage }) => {
  const { hasPassed, output } = await runSmoke({ ...env, WRITE: '1' });
  expect(hasPassed, output).toBe(true);
  expect(stage.network.commits).toBeGreaterThan(0);
  expect(await stage.records.all()).toEqual([]);
});

function runSmoke(env: NodeJS.ProcessEnv, ...args: string[]) {
  const command = ['node_modules/playwright/cli.js', 'test', '--project=smoke'];
  const outputArg = `--output=${test.info().outputPath('smoke')}`;
  return new Promise<{ hasPassed: boolean; output: string }>((resolve) => {
    const smokeArgs = [...command, outputArg, ...args];
    execFile(process.execPath, smokeArgs, { env }, (error, output) =>
      resolve({ hasPassed: !error, output }),
    );
  });
}
