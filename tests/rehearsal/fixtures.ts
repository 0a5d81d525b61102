import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from 'playwright/test';
import { copySources } from '../support/builds.ts';
import { readConsole } from '../support/console.ts';
import { startEmulator } from '../support/emulator.ts';
import { addField } from '../support/next-version.ts';
import { type Stage, settings, startStage } from './stage.ts';

export { expect };

interface Fixtures {
  /** What the console says, but for network errors: nothing in the end. */
  consoleLines: string[];
  /** The stage as a first deployment leaves it. */
  stage: Stage;
}

interface Shared {
  versions: Awaited<ReturnType<typeof buildVersions>>;
  theStage: Stage;
}

/** One stage and one browser for all that is rehearsed. */
export const test = base.extend<Fixtures, Shared>({
  versions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants it
    async ({}, use) => {
      const versions = await buildVersions();
      await use(versions);
      versions.remove();
    },
    { scope: 'worker' },
  ],
  theStage: [
    async ({ versions }, use) => {
      const emulator = await startEmulator();
      const stage = await startStage(versions.first, emulator.host);
      await use(stage);
      await stage.stop();
      await emulator.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, theStage }, use) => {
      const { args = [] } = launchOptions;
      const flags = [...args, ...theStage.chromiumFlags];
      await use({ ...launchOptions, args: flags });
    },
    { scope: 'worker' },
  ],
  stage: [
    async ({ theStage, versions }, use) => {
      theStage.deploy(versions.first);
      await theStage.deployRules();
      await theStage.records.clear();
      theStage.network.log.length = 0;
      await use(theStage);
      theStage.network.restore();
      theStage.network.heal();
    },
    { auto: true },
  ],
  baseURL: async ({ theStage }, use) => use(theStage.origin),
  consoleLines: [
    async ({ context }, use) => {
      const lines = readConsole(context);
      await use(lines);
      expect(lines).toEqual([]);
    },
    { auto: true },
  ],
});

/** What is uploaded: the folders of several deployments. */
async function buildVersions() {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-versions-'));
  const present = copySources();
  const coming = copySources();
  addField(coming);
  const build = async (name: string, sources: string, env?: object) => {
    const place = path.join(folder, name);
    await buildForDeployment(sources, env);
    fs.cpSync(path.join(sources, 'dist'), place, { recursive: true });
    return place;
  };
  return {
    first: await build('first', present),
    /** With one more field in a form. */
    next: () => build('next', coming),
    /** The first, with its worker withdrawn. */
    withdrawn: () => build('withdrawn', present, { VITE_WORKER: 'off' }),
    remove: () => {
      for (const place of [folder, present, coming])
        fs.rmSync(place, { recursive: true, force: true });
    },
  };
}

/** What `firebase deploy` runs first, with settings as the README has them. */
async function buildForDeployment(sources: string, env = {}): Promise<void> {
  let filledIn = fs.readFileSync('.env.example', 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    filledIn = filledIn.replace(`\n${name}=\n`, `\n${name}=${value}\n`);
  }
  fs.writeFileSync(path.join(sources, '.env.production'), filledIn);
  const GCLOUD_PROJECT = settings.VITE_FIREBASE_PROJECT_ID;
  const command = ['src/node/run.js', 'src/node/predeploy.ts'];
  await promisify(execFile)(process.execPath, command, {
    cwd: sources,
    env: { ...process.env, GCLOUD_PROJECT, ...env },
  });
}
