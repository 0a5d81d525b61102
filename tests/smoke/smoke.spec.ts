import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { test as base, expect } from 'playwright/test';
import { formSpecs, waitlistForm } from '../support/forms.ts';
import { pages } from '../support/pages.ts';
import { eraseRecords, readDeployment, requestAsOwner } from './deployment.ts';
import { checkHosting, checkWorker, listAddresses } from './served.ts';
import { SmokeVisit } from './visit.ts';

const deployment = readDeployment();

interface Fixtures {
  visit: SmokeVisit;
  /** The bodies of the commits. The fixture erases their records at the end. */
  commits: string[];
}

const test = base.extend<Fixtures>({
  visit: async ({ page }, use) => use(new SmokeVisit(page, deployment)),
  commits: async ({ context }, use) => {
    const commits: string[] = [];
    context.on('request', (request) => {
      const body = request.postData();
      if (body && request.url().includes(':commit')) commits.push(body);
    });
    await use(commits);
    // An open page could send a record again after its erasure.
    await context.close();
    await eraseWithRetries(extractPaths(commits));
  },
});

const step = (title: string, run: () => Promise<void>) =>
  test.step(title, run, { timeout: 30_000 });

test.use({ viewport: { width: 390, height: 844 } });

test('the site serves the files of dist/', async ({ request }) => {
  await step('the site serves the sw.js of the build', () =>
    checkWorker(deployment, request),
  );

  const addressLists = listAddresses(deployment.dist);
  for (const [name, addresses] of Object.entries(addressLists)) {
    await step(`Hosting and its emulator serve the same ${name}`, () =>
      checkHosting(deployment, request, addresses),
    );
  }
});

test('every page opens online and offline', async ({ visit, context }) => {
  for (const page of pages) {
    await step(`${page.path} opens`, () => visit.open(page));
  }

  await step('the service worker installs', () => visit.waitForWorker());
  await context.setOffline(true);
  await visit.page.setViewportSize({ width: 1440, height: 900 });

  for (const page of pages) {
    await step(`${page.path} opens offline at 1440 px`, () => visit.open(page));
  }
});

test('visitors cannot read records', async ({ visit }) => {
  await step('the waitlist form opens', () => visit.open(waitlistForm));
  await step('Firestore answers', () => visit.checkAnswer());
  await step('Firestore refuses reads', () => visit.checkReads());
});

if (process.env.WRITE === '1') {
  for (const form of formSpecs) {
    test(`a visitor submits the form at ${form.path}`, async ({
      visit,
      commits,
    }) => {
      const email = `smoke-${randomUUID().slice(0, 8)}@pear.invalid`;
      await step('the form opens', () => visit.open(form));
      await step('the service worker installs', () => visit.waitForWorker());
      await step('the page says "Sent."', () => visit.submit(form, email));

      const recordCount = Object.keys(form.records).length;
      expect(extractPaths(commits)).toHaveLength(recordCount);

      await step('the owner can read each stored record', () =>
        checkStored(extractPaths(commits)),
      );

      const [commit = ''] = commits;
      await step('Firestore refuses invalid records and edited records', () =>
        visit.checkWrites(commit, email),
      );
      if (recordCount === 1) {
        await step('Firestore refuses a request with 21 records', () =>
          visit.checkLargeCommit(commit),
        );
      }
    });
  }
}

function extractPaths(commits: readonly string[]): string[] {
  const pathMatches = commits.join().matchAll(/\/documents\/([^"]+)"/g);
  return [...new Set([...pathMatches].map(([, path = '']) => path))];
}

/** Checks that records are stored, or leaves that to the job that erases them. */
async function checkStored(paths: readonly string[]): Promise<void> {
  const { LEAVE } = process.env;
  for (const path of paths) {
    if (LEAVE) appendFileSync(LEAVE, `${path} stored\n`);
    else expect(await requestAsOwner(deployment, `/${path}`), path).toBe(200);
  }
}

async function eraseWithRetries(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;

  const { LEAVE } = process.env;
  if (LEAVE) {
    appendFileSync(LEAVE, paths.map((path) => `${path}\n`).join(''));
    return;
  }

  try {
    await expect(() => eraseRecords(deployment, paths)).toPass({
      timeout: 20_000,
    });
  } catch (error) {
    throw new Error(
      `NOT ERASED in ${deployment.project}: ${paths.join(', ')}. Erase them in the Firebase console, under Firestore. (${(error as Error).message})`,
    );
  }
}
