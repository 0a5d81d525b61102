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

test('delivers every message through releases, a rollback and a withdrawn worker', async ({
  context,
  browser,
  stage,
  first,
  consoleLines,
}, testInfo) => {
  const { step } = test;
  const { network, records } = stage;
  const next = buildForStage('second', {}, addFields);
  const withdrawn = buildForStage('withdrawn', { VITE_WORKER: 'off' });

  /** Returns the sender of each message and the values of the new fields. */
  const messages = async () => {
    const found = await records.list('careers');
    return found.map(({ fields }) => senderOf(fields)).sort();
  };
  const arrived: string[] = [];
  const expectArrived = async (...more: string[]) => {
    arrived.push(...more);
    await expect.poll(messages).toEqual([...arrived].sort());
  };

  // Ada has a worker and two tabs. Bob has no worker, as in a private window.
  const [form, reader] = [await context.newPage(), await context.newPage()];
  const without = await browser.newContext({
    baseURL: stage.origin,
    serviceWorkers: 'block',
  });
  const bobsLines = readConsole(without);
  const cut = () => network.fail({ kind: 'reset' });
  /** Lets requests through again, and has the pages retry at once. */
  const restore = async () => {
    network.heal();
    for (const visitor of [context, without]) {
      await visitor.setOffline(true);
      await visitor.setOffline(false);
    }
  };
  const bobsForm = await without.newPage();
  const bobsReader = await without.newPage();

  await step('the first version stores a message while offline', async () => {
    await openWithWorker(form, '/careers');
    await openWithWorker(reader, '/');
    await bobsForm.goto('/waitlist');
    await bobsReader.goto('/faq');
    for (const tab of [form, reader, bobsForm, bobsReader])
      await expectVersion(tab, first);
    await submitCareers(form, 'first');
    await expectArrived('first');
    await context.setOffline(true);
    await form.goto('/careers');
    await saveCareers(form, 'offline');
    cut();
    await context.setOffline(false);
  });

  await step('half a release leaves open tabs as they are', async () => {
    await stage.deployRules(readNextVersion('firestore.rules'));
    const half = testInfo.outputPath('half');
    cpSync(next, half, { recursive: true });
    rmSync(`${half}/static`, { recursive: true });
    stage.deploy(half);
    // The worker cannot be installed, so Ada's tabs stay at the first version.
    await expect(reader.evaluate(lookForUpdate)).resolves.toBe('redundant');
    await follow(reader, '/mission');
    await expect(updateNotice(reader)).toBeHidden();
    // Without a worker the new page loads, but not its scripts.
    await bobsReader.reload();
    await expect(heading(bobsReader)).toHaveText('FAQs');
    await expect(bobsReader.getByRole('alert')).toContainText('missing');
  });

  await step('every tab is offered the complete release', async () => {
    stage.deploy(next);
    // A reload loads the scripts that were missing.
    await bobsReader.getByRole('link', { name: chunkFailure.reload }).click();
    await expectVersion(bobsReader, next);
    await follow(bobsReader, '/advantage');
    // A form of the first version still works. A link loads the next version,
    // because the script of the linked page was deleted.
    await joinWaitlist(bobsForm);
    await expect(bobsForm.getByText(saved)).toBeVisible();
    await follow(bobsForm, '/about');
    await expectVersion(bobsForm, next);

    // A navigation finds the next version, and every tab offers it.
    await form.goto('/careers');
    await expectVersion(form, first);
    await expect(updateNotice(form)).toBeVisible();
    await expect(updateNotice(reader)).toBeVisible();
    await takeUpdate(form, next);
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
    expect(await messages()).toEqual(['first']);
    await restore();
    await expectArrived('offline', 'older', 'edited 555-1 yes');
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await takeUpdate(reader, next);
  });

  await step('a rollback delivers a message of the newer version', async () => {
    cut();
    await form.goto('/careers');
    await saveCareers(form, 'back', '555-2');
    stage.deploy(first);
    await form.goto('/careers');
    await expect(updateNotice(reader)).toBeVisible();
    await takeUpdate(form, first);
    await expect(form.getByLabel('Phone')).toBeHidden();
    await saveCareers(form, 'again');
    await follow(reader, '/consumer');
    expect(await messages()).toHaveLength(arrived.length);
    await restore();
    await expectArrived('back 555-2 yes', 'again');
    await takeUpdate(reader, first);

    // The next version did not have these files of the first version.
    await follow(bobsReader, '/brands');
    await expectVersion(bobsReader, first);
    await bobsForm.goto('/about');
    await expectVersion(bobsForm, first);
    await follow(bobsForm, '/mission');
  });

  await step('a withdrawn worker leaves delivery to the pages', async () => {
    cut();
    await form.goto('/careers');
    await saveCareers(form, 'withdrawn');
    stage.deploy(withdrawn);
    await form.goto('/careers');
    await expect.poll(() => form.evaluate(hasWorker)).toBe(false);
    for (const tab of [form, reader]) {
      await expect(heading(tab)).toBeVisible();
      await takeUpdate(tab, withdrawn);
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

  await step('a later release installs a worker again', async () => {
    stage.deploy(next);
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
    await expectVersion(reader, next);
  });

  expect(await records.count('waitlist')).toBe(1);
  expect(await records.count('favoriteBrand')).toBe(1);
  const reports = [...consoleLines.splice(0), ...bobsLines];
  const incomplete = /^pear: the site is not offline yet: .* status 404 at /;
  expect(reports.some((line) => incomplete.test(line))).toBe(true);
  // A link whose page lacks a script is reported and followed as a page load:
  // Ada's to /mission, Bob's to /about, /brands and /consumer.
  const missing = expect.stringMatching(
    /^Loading chunk failed \(missing\): \/static\/js\/[\w-]+\.js$/,
  );
  expect(reports.filter((line) => !incomplete.test(line))).toEqual(
    Array(4).fill(missing),
  );
  await without.close();
});

function senderOf({ email, phone, news }: Record<string, string>): string {
  return [email?.replace(/@.*/, ''), phone, news].filter(Boolean).join(' ');
}

/** Returns the final state of the worker that an update check finds. */
async function lookForUpdate(): Promise<string> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  // The first call may return an update check that began before.
  if (!registration.installing) await registration.update();
  const { installing } = registration;
  while (installing && !/installed|redundant/.test(installing.state)) {
    await new Promise((go) => {
      installing.onstatechange = go;
    });
  }
  return installing?.state ?? 'none';
}

async function hasWorker(): Promise<boolean> {
  return Boolean(await navigator.serviceWorker.getRegistration());
}
