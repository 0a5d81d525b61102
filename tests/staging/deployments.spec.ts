import { cpSync, rmSync } from 'node:fs';
import { chunkFailure } from '../../src/content/failures.ts';
import { readConsole } from '../support/console.ts';
import { openWithWorker, waitForWorker } from '../support/loading.ts';
import { addFields, readNextVersion } from '../support/next-version.ts';
import { openUnsent } from '../support/unsent.ts';
import { joinWaitlist, saved } from '../support/waitlist.ts';
import { expect, test } from './fixtures.ts';
import { buildForStage } from './stage.ts';
import {
  expectPage,
  expectVersion,
  follow,
  heading,
  saveCareers,
  submitCareers,
  takeUpdate,
  updateNotice,
} from './visitor.ts';

// Visitors keep their tabs open through several deployments. Hosting serves only
// the files of the last deployment.

test('every message is delivered through releases, a rollback and a withdrawn service worker', async ({
  context,
  browser,
  stage,
  firstBuild,
  consoleLines,
}, testInfo) => {
  const { step } = test;
  const { network, records } = stage;
  const nextBuild = buildForStage('second', {}, addFields);
  const withdrawnBuild = buildForStage('withdrawn', { VITE_WORKER: 'off' });

  /** Returns the sender of each message and the values of the new fields. */
  const readMessages = async () => {
    const found = await records.list('careers');
    return found.map(({ fields }) => senderOf(fields)).sort();
  };
  const arrivedMessages: string[] = [];
  const expectArrived = async (...more: string[]) => {
    arrivedMessages.push(...more);
    await expect.poll(readMessages).toEqual([...arrivedMessages].sort());
  };

  // Ada has a worker and two tabs. Bob has no worker, as in a private window.
  const [form, reader] = [await context.newPage(), await context.newPage()];
  const bobsContext = await browser.newContext({
    baseURL: stage.origin,
    serviceWorkers: 'block',
  });
  const bobsLines = readConsole(bobsContext);
  const cut = () => network.fail({ kind: 'reset' });
  /** Ends the fault, and makes the pages retry at once by the event 'online'. */
  const restore = async () => {
    network.heal();
    for (const visitor of [context, bobsContext]) {
      await visitor.setOffline(true);
      await visitor.setOffline(false);
    }
  };
  const bobsForm = await bobsContext.newPage();
  const bobsReader = await bobsContext.newPage();

  await step('the first version stores a message while offline', async () => {
    await openWithWorker(form, '/careers');
    await openWithWorker(reader, '/');
    await bobsForm.goto('/waitlist');
    await bobsReader.goto('/faq');
    for (const tab of [form, reader, bobsForm, bobsReader])
      await expectVersion(tab, firstBuild);
    await submitCareers(form, 'first');
    await expectArrived('first');
    await context.setOffline(true);
    await form.goto('/careers');
    await saveCareers(form, 'offline');
    cut();
    await context.setOffline(false);
  });

  await step('open tabs keep working during a partial release', async () => {
    await stage.deployRules(readNextVersion('firestore.rules'));
    const partial = testInfo.outputPath('half');
    cpSync(nextBuild, partial, { recursive: true });
    rmSync(`${partial}/static`, { recursive: true });
    stage.deploy(partial);
    // The new worker cannot be installed, so Ada's tabs keep the old one.
    await expect(reader.evaluate(checkForUpdate)).resolves.toBe('redundant');
    await follow(reader, '/mission');
    await expect(updateNotice(reader)).toBeHidden();
    // Bob has no worker, so he gets the new HTML, whose scripts are missing.
    await bobsReader.reload();
    await expect(heading(bobsReader)).toHaveText('FAQs');
    await expect(bobsReader.getByRole('alert')).toContainText('missing');
  });

  await step('open tabs update to the complete release', async () => {
    stage.deploy(nextBuild);
    // A reload loads the scripts that were missing.
    await bobsReader.getByRole('link', { name: chunkFailure.reload }).click();
    await expectVersion(bobsReader, nextBuild);
    await follow(bobsReader, '/advantage');
    // Bob's form of the first version still works. His link loads the next
    // version, because the script of the linked page was deleted.
    await joinWaitlist(bobsForm);
    await expect(bobsForm.getByText(saved)).toBeVisible();
    await follow(bobsForm, '/about');
    await expectVersion(bobsForm, nextBuild);

    // The navigation checks for an update, which both of Ada's tabs then offer.
    await form.goto('/careers');
    await expectVersion(form, firstBuild);
    await expect(updateNotice(form)).toBeVisible();
    await expect(updateNotice(reader)).toBeVisible();
    await takeUpdate(form, nextBuild);
    await expect(form.getByLabel('Phone')).toBeVisible();
    await expect(updateNotice(reader)).toBeVisible();
    await follow(reader, '/faq');
    await follow(reader, '/careers');
    await saveCareers(reader, 'older');
    await saveCareers(form, 'field', '555-1');
    // An edit in a tab of the first version keeps the values of the new fields.
    const dialog = await openUnsent(reader);
    await dialog.getByRole('button', { name: 'Edit' }).last().click();
    await expect(reader.getByLabel('Email')).toHaveValue('field@loom.example');
    await saveCareers(reader, 'edited');
    expect(await readMessages()).toEqual(['first']);
    await restore();
    await expectArrived('offline', 'older', 'edited 555-1 yes');
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await takeUpdate(reader, nextBuild);
  });

  await step(
    'after a rollback, the older version delivers messages of the newer version',
    async () => {
      cut();
      await form.goto('/careers');
      await saveCareers(form, 'back', '555-2');
      stage.deploy(firstBuild);
      await form.goto('/careers');
      await expect(updateNotice(reader)).toBeVisible();
      await takeUpdate(form, firstBuild);
      await expect(form.getByLabel('Phone')).toBeHidden();
      await saveCareers(form, 'again');
      await follow(reader, '/consumer');
      expect(await readMessages()).toHaveLength(arrivedMessages.length);
      await restore();
      await expectArrived('back 555-2 yes', 'again');
      await takeUpdate(reader, firstBuild);

      // Bob's link loads its page, because the rollback deleted the page's script.
      await follow(bobsReader, '/brands');
      await expectVersion(bobsReader, firstBuild);
      await bobsForm.goto('/about');
      await expectVersion(bobsForm, firstBuild);
      await follow(bobsForm, '/mission');
    },
  );

  await step('pages deliver after the worker is withdrawn', async () => {
    cut();
    await form.goto('/careers');
    await saveCareers(form, 'withdrawn');
    stage.deploy(withdrawnBuild);
    await form.goto('/careers');
    await expect.poll(() => form.evaluate(hasWorker)).toBe(false);
    for (const tab of [form, reader]) {
      await expect(heading(tab)).toBeVisible();
      await takeUpdate(tab, withdrawnBuild);
    }
    expect(await form.evaluate(() => caches.keys())).toEqual([]);
    await follow(reader, '/about');
    await restore();
    await expectArrived('withdrawn');
    await submitCareers(form, 'page');
    await expectArrived('page');
    await follow(bobsReader, '/consumer');
    await follow(bobsReader, '/careers');
    await submitCareers(bobsReader, 'bob');
    await expectArrived('bob');
  });

  await step('the release after the withdrawal installs a worker', async () => {
    stage.deploy(nextBuild);
    await follow(reader, '/mission');
    await waitForWorker(reader);
    await form.goto('/careers');
    await submitCareers(form, 'last', '555-3');
    await expectArrived('last 555-3 yes');
    await context.setOffline(true);
    for (const path of ['/feed', '/waitlist']) {
      await reader.goto(path);
      await expectPage(reader, path);
    }
    await expectVersion(reader, nextBuild);
  });

  expect(await records.count('waitlist')).toBe(1);
  expect(await records.count('favoriteBrand')).toBe(1);
  const reports = [...consoleLines.splice(0), ...bobsLines];
  const setupPattern = /^pear: the site is not offline yet: .* status 404 at /;
  expect(reports.some((line) => setupPattern.test(line))).toBe(true);
  // The site reports a missing script for four links, and loads their pages:
  // Ada's link to /mission, and Bob's links to /about, /brands and /consumer.
  const missingLine = expect.stringMatching(
    /^Loading chunk failed \(missing\): \/static\/js\/[\w-]+\.js$/,
  );
  expect(reports.filter((line) => !setupPattern.test(line))).toEqual(
    Array(4).fill(missingLine),
  );
  await bobsContext.close();
});

function senderOf({ email, phone, news }: Record<string, string>): string {
  return [email?.replace(/@.*/, ''), phone, news].filter(Boolean).join(' ');
}

/** Checks for an update; returns the last state of a new worker, or 'none'. */
async function checkForUpdate(): Promise<string> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  // The first call may join an update check that began earlier.
  if (!registration.installing) await registration.update();
  const { installing } = registration;
  while (installing && !/installed|redundant/.test(installing.state)) {
    await new Promise((resolve) => {
      installing.onstatechange = resolve;
    });
  }
  return installing?.state ?? 'none';
}

async function hasWorker(): Promise<boolean> {
  return Boolean(await navigator.serviceWorker.getRegistration());
}
