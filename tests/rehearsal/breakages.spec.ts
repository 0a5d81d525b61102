import { execFile, execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import * as path from 'node:path';
import { passOn } from '../../src/node/server/firestore/plugin.ts';
import { readDeployment } from '../smoke/deployment.ts';
import * as server from '../smoke/served.ts';
import * as visitor from '../smoke/visit.ts';
import { waitlistForm } from '../support/forms.ts';
import { listen } from '../support/ports.ts';
import { makeCertificate } from './certificate.ts';
import { test as base, expect } from './fixtures.ts';
import { settings } from './stage.ts';

interface Fixtures {
  env: NodeJS.ProcessEnv;
  served: server.Served;
  /** Opens a page as the smoke test does, in a context of its own. */
  visit: (address?: string) => Promise<Visit>;
  /** Deploys the build with these files deleted, or with their text changed. */
  edit: (files: RegExp, change?: (text: string) => string) => void;
}

type Visit = Parameters<typeof visitor.joinWaitlist>;

const email = 'smoke@pear.invalid';
const rules = fs.readFileSync('firestore.rules', 'utf8');
const replay = /allow update: if isReplay\(\);/g;

const test = base.extend<Fixtures>({
  env: async ({ stage, first }, use, testInfo) => {
    const { port, records } = stage;
    const certificate = testInfo.outputPath('stage.pem');
    fs.writeFileSync(certificate, stage.certificate);
    await use({
      ...process.env,
      ...settings,
      SITE: `https://localhost:${port}`,
      DIST: first,
      FIRESTORE_EMULATOR_HOST: new URL(records.origin).host,
      NODE_EXTRA_CA_CERTS: certificate,
      SMOKE_FLAGS: JSON.stringify(stage.chromiumFlags),
    });
    stage.meet = () => false;
  },
  served: async ({ env, playwright }, use) => {
    const options = { ignoreHTTPSErrors: true };
    const request = await playwright.request.newContext(options);
    await use({ ...readDeployment(env), request });
    await request.dispose();
  },
  visit: async ({ browser, served }, use) => {
    const context = await browser.newContext();
    const problems = visitor.watch(context, served);
    const page = await context.newPage();
    await use(async (address = waitlistForm.path) => {
      const { origin } = served;
      await visitor.openPage(
        page,
        problems,
        origin + address,
        waitlistForm.title,
      );
      return [page, problems, email];
    });
    await context.close();
  },
  edit: async ({ stage, first }, use, testInfo) => {
    await use((files, change) => {
      const folder = testInfo.outputPath('edited');
      fs.cpSync(first, folder, { recursive: true });
      const all = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const found = all.filter((name) => files.test(name));
      expect(found).not.toEqual([]);
      for (const file of found.map((name) => path.join(folder, name))) {
        if (!change) fs.rmSync(file);
        else fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
      }
      stage.deploy(folder);
    });
  },
});

test.describe('the smoke test is red and names the cause if', () => {
  test('a chunk is missing', async ({ edit, visit }) => {
    edit(/^static\/js\/form-/);
    await expect(visit()).rejects.toThrow(/404 .*\/static\/js\/form-/);
  });

  test('sw.js is an older one', async ({ edit, served }) => {
    edit(/^sw\.js$/, (text) => `${text};`);
    await expect(server.checkWorker(served)).rejects.toThrow(
      'sw.js is the one of the build',
    );
  });

  test("the build has another project's id", async ({ edit, served }) => {
    edit(/^sw\.js$/, (text) => text.replaceAll('demo-pear', 'pear-other'));
    await expect(server.checkWorker(served)).rejects.toThrow(
      '/sw.js sends to the project demo-pear',
    );
  });

  test('a header is missing', async ({ stage, served }) => {
    stage.meet = (_, response) => {
      const writeHead = response.writeHead.bind(response);
      response.writeHead = (status: number) => {
        response.removeHeader('x-content-type-options');
        return writeHead(status);
      };
      return false;
    };
    await expect(server.checkPages(served)).rejects.toThrow(
      '/about has x-content-type-options: undefined, not nosniff',
    );
  });

  test('an icon is of another build', async ({ edit, served }) => {
    edit(/^icons\/icon-192\.png$/, (text) => text);
    await expect(server.checkFiles(served)).rejects.toThrow(
      '/icons/icon-192.png is not icons/icon-192.png of the build',
    );
  });

  test('a redirect leads elsewhere', async ({ stage, served }) => {
    stage.meet = ({ url }, response) => {
      if (url !== '/waitList') return false;
      response.writeHead(301, { location: '/about' }).end();
      return true;
    };
    await expect(server.checkRedirects(served)).rejects.toThrow(
      '/waitList answers 301 /about, not 301 /waitlist',
    );
  });

  test('a missing page is answered with 200', async ({ stage, served }) => {
    stage.meet = (_, response) => {
      response.end(fs.readFileSync(path.join(served.dist, '404.html')));
      return true;
    };
    await expect(server.checkMissing(served)).rejects.toThrow(
      /\/[\da-f-]{36} answers 200, not 404/,
    );
  });

  test('the rules refuse', async ({ stage, visit }) => {
    await stage.deployRules(
      rules.replaceAll('allow create: if', '$& false &&'),
    );
    const form = await visit();
    await expect(visitor.joinWaitlist(...form)).rejects.toThrow(
      /403 .*:commit|permission-denied/,
    );
  });

  test('the rules allow reading', async ({ stage, served, visit }) => {
    await stage.deployRules(rules.replaceAll(replay, '$& allow read;'));
    const [page] = await visit();
    await expect(visitor.checkReads(page, served)).rejects.toThrow(
      /reading waitlist.* is refused/,
    );
  });

  test('the rules are wrong about repeats and fields', async ({
    stage,
    served,
    visit,
  }) => {
    const form = await visit();
    await visitor.joinWaitlist(...form);
    const [{ body = '' } = {}] = stage.network.log;
    for (const [from, to, cause] of [
      [replay, '', 'the same submission again is accepted'],
      [/&& .*\.hasOnly\(texts.*/g, '', 'an unknown field is refused'],
      // Last, because this one lets the record be changed.
      [/if isReplay\(\);/g, 'if true;', 'a changed repeat is refused'],
    ] as const) {
      await stage.deployRules(rules.replaceAll(from, to));
      await expect(
        visitor.checkWrites(form[0], served, body, email),
      ).rejects.toThrow(cause);
    }
  });
});

/** Runs the smoke test as its command does; returns what it prints. */
function runSmoke(env: NodeJS.ProcessEnv, ...args: string[]) {
  const script = 'node_modules/playwright/cli.js';
  const output = `--output=${test.info().outputPath('smoke')}`;
  const command = [
    script,
    'test',
    '--project=smoke',
    '--reporter=line',
    output,
  ];
  return new Promise<{ code: number; output: string }>((resolve) => {
    const all = [...command, ...args];
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

test('the smoke test is green on the staged production', async ({
  env,
  stage,
}) => {
  const { code, output } = await runSmoke({ ...env, WRITE: '1' });
  expect(output).toContain('5 passed');
  expect(code).toBe(0);
  expect(stage.network.commits).toBeGreaterThan(0);
  expect(await stage.records.all()).toEqual([]);
});

test('the smoke test is red and names records that it cannot erase', async ({
  env,
  stage,
}) => {
  let erasures = 0;
  const emulator = passOn(new URL(stage.records.origin).host);
  const owner = await listen(
    http.createServer((request, response) => {
      // The first is the rehearsal, of a record that does not exist.
      const isRefused = request.method === 'POST' && ++erasures > 1;
      if (isRefused) response.writeHead(403).end();
      else emulator(request, response, () => response.writeHead(501).end());
    }),
  );
  const host = { FIRESTORE_EMULATOR_HOST: new URL(owner.origin).host };
  const { code, output } = await runSmoke(
    { ...env, ...host, WRITE: '1' },
    '-g',
    'joins',
  );
  await owner.stop();
  const [record] = await stage.records.list('waitlist');
  expect(output).toContain(`NOT ERASED in demo-pear: waitlist/${record?.id}`);
  expect(code).toBe(1);
});

test('the smoke test is red if the certificate has expired', async ({
  env,
}) => {
  const { key, cert } = makeCertificate(['DNS:localhost']);
  const file = test.info().outputPath('expired.pem');
  fs.writeFileSync(file, key + cert);
  const again = ['x509', '-in', file, '-signkey', file, '-days', '-1'];
  const expired = execFileSync('openssl', again);
  fs.writeFileSync(file, expired);
  const server = https.createServer({ key, cert: expired });
  const { port, stop } = await listen(server);
  const { code, output } = await runSmoke({
    ...env,
    SITE: `https://localhost:${port}`,
    NODE_EXTRA_CA_CERTS: file,
  });
  await stop();
  expect(output).toContain('is not valid (CERT_HAS_EXPIRED): see its domain');
  expect(code).toBe(1);
});
