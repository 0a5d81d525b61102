import assert from 'node:assert';
import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { chunkFailureTexts } from '../../src/content/failures.ts';
import { noticeTexts } from '../../src/content/notices.ts';
import { careersForm, fillIn, submit } from '../support/forms.ts';
import {
  getHeading,
  openWithWorker,
  waitForReact,
  waitForWorker,
} from '../support/loading.ts';
import { addFormFields, readNextVersion } from '../support/next-version.ts';
import { pages } from '../support/pages.ts';
import { expectSaved, openUnsentDialog } from '../support/unsent.ts';
import { expectThanks } from '../support/waitlist.ts';
import { expect, test } from './fixtures.ts';
import { buildForStage } from './stage.ts';

const hasWorker = async () =>
  Boolean(await navigator.serviceWorker.getRegistration());
const getUpdateNotice = (page: Page) => page.getByText(noticeTexts.update);

// Visitors keep their tabs open through several deployments. Hosting serves only
// the files of the last deployment.

test('every submission is delivered despite releases, a rollback and the removal of the service worker', async ({
  context,
  stage,
  firstBuild,
  consoleLines,
}) => {
  const { network, records } = stage;
  const nextBuild = buildForStage('second', {}, addFormFields);
  const workerlessBuild = buildForStage('withdrawn', { VITE_WORKER: 'off' });

  /** Returns the sender of each submission and the values of the new fields. */
  const readMessages = async () => {
    const storedRecords = await records.list('careers');
    const messages = storedRecords.map(
      ({ fields: { email, shoeSize, fitting } }) =>
        [email?.replace(/@.*/, ''), shoeSize, fitting]
          .filter(Boolean)
          .join(' '),
    );
    return messages.sort();
  };

  const arrivedMessages: string[] = [];
  const expectMessages = async (...newMessages: string[]) => {
    arrivedMessages.push(...newMessages);
    await expect.poll(readMessages).toEqual([...arrivedMessages].sort());
  };

  const formTab = await context.newPage();
  const readerTab = await context.newPage();

  const cutNetwork = () => network.fail({ kind: 'reset' });
  /** Ends the fault, and makes the pages retry at once by the event 'online'. */
  const restoreNetwork = async () => {
    network.heal();
    await context.setOffline(true);
    await context.setOffline(false);
  };

  await test.step('the first version delivers a submission, and stores another one while offline', async () => {
    await openWithWorker(formTab, '/careers');
    await openWithWorker(readerTab, '/');
    for (const tab of [formTab, readerTab])
      await expectVersion(tab, firstBuild);

    await submitCareers(formTab, 'first');
    await expectMessages('first');

    await context.setOffline(true);
    await formTab.goto('/careers');
    await submitCareersOffline(formTab, 'offline');
    cutNetwork();
    await context.setOffline(false);
  });

  await test.step('open tabs update to the next release', async () => {
    await stage.deployRules(readNextVersion('firestore.rules'));
    stage.deploy(nextBuild);
    await followLink(readerTab, '/mission');

    // The navigation checks for an update, which both tabs then offer.
    await formTab.goto('/careers');
    await expectVersion(formTab, firstBuild);
    await expect(getUpdateNotice(formTab)).toBeVisible();
    await expect(getUpdateNotice(readerTab)).toBeVisible();

    await acceptUpdate(formTab, nextBuild);
    await expect(formTab.getByLabel('Shoe size')).toBeVisible();
    await expect(getUpdateNotice(readerTab)).toBeVisible();

    await followLink(readerTab, '/faq');
    await followLink(readerTab, '/careers');

    await submitCareersOffline(readerTab, 'older');
    await submitCareersOffline(formTab, 'field', '555-1');

    // An edit in a tab of the first version keeps the value of a field that its form lacks.
    const dialog = await openUnsentDialog(readerTab);
    await dialog.getByRole('button', { name: 'Edit' }).last().click();
    await expect(readerTab.getByLabel('Email')).toHaveValue(
      'field@loom.example',
    );
    await submitCareersOffline(readerTab, 'edited');
    expect(await readMessages()).toEqual(['first']);

    await restoreNetwork();
    await expectMessages('offline', 'older', 'edited 555-1 yes');
    await acceptUpdate(readerTab, nextBuild);
  });

  await test.step('after a rollback, the older version delivers submissions of the newer version', async () => {
    cutNetwork();
    await formTab.goto('/careers');
    await submitCareersOffline(formTab, 'back', '555-2');

    stage.deploy(firstBuild);
    await formTab.goto('/careers');
    await expect(getUpdateNotice(readerTab)).toBeVisible();

    await acceptUpdate(formTab, firstBuild);
    await expect(formTab.getByLabel('Shoe size')).toBeHidden();
    await submitCareersOffline(formTab, 'again');

    await followLink(readerTab, '/consumer');
    expect(await readMessages()).toHaveLength(arrivedMessages.length);

    await restoreNetwork();
    await expectMessages('back 555-2 yes', 'again');
    await acceptUpdate(readerTab, firstBuild);
  });

  await test.step('pages deliver submissions after a release has withdrawn the worker', async () => {
    cutNetwork();
    await formTab.goto('/careers');
    await submitCareersOffline(formTab, 'withdrawn');

    stage.deploy(workerlessBuild);
    await formTab.goto('/careers');
    await expect.poll(() => formTab.evaluate(hasWorker)).toBe(false);

    for (const tab of [formTab, readerTab]) {
      await expect(getHeading(tab)).toBeVisible();
      await acceptUpdate(tab, workerlessBuild);
    }

    const listCaches = () => formTab.evaluate(() => caches.keys());
    await expect.poll(listCaches).toEqual([]);
    await followLink(readerTab, '/about');
    await restoreNetwork();
    await expectMessages('withdrawn');

    await submitCareers(formTab, 'page');
    await expectMessages('page');
  });

  await test.step('the first release after the removal of the worker installs a worker again', async () => {
    stage.deploy(nextBuild);
    await followLink(readerTab, '/mission');
    await waitForWorker(readerTab);

    await formTab.goto('/careers');
    await submitCareers(formTab, 'last', '555-3');
    await expectMessages('last 555-3 yes');

    await context.setOffline(true);
    for (const path of ['/feed', '/waitlist']) {
      await readerTab.goto(path);
      await expectPage(readerTab, path);
    }
    await expectVersion(readerTab, nextBuild);
  });

  // A release deleted the script of /mission, so its link loaded a full page.
  expect(consoleLines.splice(0)).toEqual([
    expect.stringMatching(
      /^Loading chunk failed \(missing\): \/static\/js\/[\w-]+\.js$/,
    ),
  ]);
});

/** Follows a link, and expects its page, with or without a full page load. */
async function followLink(page: Page, address: string): Promise<void> {
  await page.locator(`a[href="${address}"]:visible`).first().click();
  await expectPage(page, address);
}

/** Expects that the page of this address is shown and hydrated. */
async function expectPage(page: Page, address: string): Promise<void> {
  const spec = pages.find(({ path }) => path === address);
  assert(spec, `There is no page at ${address}`);
  await expect(page).toHaveTitle(spec.title);
  await expect(getHeading(page)).toBeVisible();
  await expect(getHeading(page)).not.toHaveText(chunkFailureTexts.title);
  await waitForReact(page);
}

/** Expects that the tab shows the version that was built in this folder. */
async function expectVersion(page: Page, folder: string): Promise<void> {
  const names = readdirSync(`${folder}/static/js`);
  const entry = names.find((name) => name.startsWith('index-'));
  assert(entry, `${folder} has no entry script`);
  await expect(page.locator(`link[href$="${entry}"]`).first()).toBeAttached();
  await waitForReact(page);
}

async function acceptUpdate(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: noticeTexts.reload }).click();
  await expectVersion(page, folder);
  await expect(getUpdateNotice(page)).toBeHidden();
}

/** Submits the open careers form. Only the next version asks for a shoe size. */
async function submitCareers(page: Page, name: string, shoeSize?: string) {
  await waitForReact(page);
  await fillIn(page, careersForm, { email: `${name}@loom.example` });

  if (shoeSize) {
    await page.getByLabel('Shoe size').fill(shoeSize);
    // The draft must restore the checkbox after a reload.
    await page.getByLabel('Invite me to a fitting').check();
    await page.reload();
    await waitForReact(page);
    await expect(page.getByLabel('Invite me to a fitting')).toBeChecked();
  }

  await submit(page, careersForm);
  await expectThanks(page, careersForm.thanks);
}

/** Submits the careers form while Firestore cannot be reached. */
async function submitCareersOffline(
  page: Page,
  name: string,
  shoeSize?: string,
) {
  await submitCareers(page, name, shoeSize);
  await expectSaved(page);
}
