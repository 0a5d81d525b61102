import { randomUUID } from 'node:crypto';
import { test as base, expect } from 'playwright/test';
import { waitlistForm } from '../support/forms.ts';
import { pages } from '../support/pages.ts';
import { erase, readDeployment, statusForOwner } from './deployment.ts';
import {
  checkFiles,
  checkMissing,
  checkPages,
  checkRedirects,
  checkWorker,
} from './served.ts';
import {
  checkReads,
  checkWrites,
  joinWaitlist,
  openPage,
  waitForWorker,
  watch,
} from './visit.ts';

// The main job at a deployed address:
//   SITE=https://the.site npm run smoke
// WRITE=1 also joins the waitlist, and erases the records with the owner's
// Application Default Credentials.

const deployment = readDeployment();
const { origin } = deployment;

/** A step that fails names itself in the report. */
const step = (title: string, run: () => Promise<void>) =>
  test.step(title, run, { timeout: 30_000 });

interface Fixtures {
  /** What must not happen in the context; stays empty. */
  problems: string[];
  /** Commits of the context, and paths of records; erased in the end. */
  written: { commits: string[]; paths: Set<string> };
}

const test = base.extend<Fixtures>({
  problems: async ({ context }, use) => use(watch(context, deployment)),
  written: async ({ context }, use) => {
    const written = { commits: [] as string[], paths: new Set<string>() };
    context.on('request', (request) => {
      const body = request.postData() ?? '';
      if (!request.url().includes(':commit')) return;
      written.commits.push(body);
      for (const [, path = ''] of body.matchAll(/\/documents\/([^"]+)"/g))
        written.paths.add(path);
    });
    await use(written);
    // What the outbox still holds must not be sent after it is erased.
    await context.close();
    const paths = [...written.paths];
    if (paths.length > 0) await eraseOrFail(paths);
  },
});

test.use({ viewport: { width: 390, height: 844 } });

test('serves the files of the build', async ({ request }) => {
  const served = { ...deployment, request };
  await step('serves sw.js', () => checkWorker(served));
  await step('serves icons, manifest and texts', () => checkFiles(served));
  await step('serves every page with its headers', () => checkPages(served));
  await step('redirects other spellings', () => checkRedirects(served));
  await step('answers 404 elsewhere', () => checkMissing(served));
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test('shows every page', async ({ page, context, problems }) => {
      const openAll = async (when: string) => {
        for (const { path, title } of pages) {
          await step(`opens ${path} ${when}`, () =>
            openPage(page, problems, origin + path, title),
          );
        }
      };
      await openAll('online');
      if (width === 1440) return;
      await step('installs the worker', () => waitForWorker(page, problems));
      await context.setOffline(true);
      await openAll('offline');
    });
  });
}

test('keeps records from strangers', async ({ page }) => {
  await page.goto(`${origin}/about`);
  await step('refuses reads', () => checkReads(page, deployment));
});

if (process.env.WRITE === '1') {
  test('joins the waitlist', async ({ page, context, problems, written }) => {
    const email = `smoke-${randomUUID().slice(0, 8)}@pear.invalid`;
    const { path, title } = waitlistForm;
    await step('opens the form', async () => {
      await openPage(page, problems, origin + path, title);
      await waitForWorker(page, problems);
    });
    await step('is told "Sent."', () => joinWaitlist(page, problems, email));
    await step('leaves both records to the owner', async () => {
      expect(written.paths.size).toBe(2);
      for (const path of written.paths)
        expect(await statusForOwner(deployment, path), path).toBe(200);
    });
    await step('refuses changes and unknown fields', async () => {
      const [commit = ''] = written.commits;
      const stranger = await context.newPage();
      await stranger.goto(`${origin}/about`);
      await checkWrites(stranger, deployment, commit, email);
    });
  });
}

async function eraseOrFail(paths: readonly string[]): Promise<void> {
  const { project } = deployment;
  try {
    await expect(() => erase(deployment, paths)).toPass({ timeout: 20_000 });
  } catch (error) {
    throw new Error(
      `NOT ERASED in ${project}: ${paths.join(', ')}. Erase them in the Firebase console. (${(error as Error).message})`,
    );
  }
}
