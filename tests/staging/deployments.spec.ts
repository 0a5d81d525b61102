import { cpSync, rmSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { readConsole } from '../support/console.ts';
import { careersForm, fillIn, submit } from '../support/forms.ts';
import { hydrated } from '../support/hydrated.ts';
import { addField, nextVersionOf } from '../support/next-version.ts';
import { openUnsent } from '../support/unsent.ts';
import { join, saved, visit, workerReady } from '../support/waitlist.ts';
import { expect, test } from './fixtures.ts';
import { buildForStage } from './stage.ts';
import {
  expectPage,
  expectVersion,
  follow,
  heading,
  takeUpdate,
  updateNotice,
} from './visitor.ts';

// Deployments in a row, as visitors with open tabs live through them. Hosting
// serves the last one alone: the files of those before are gone.

test('releases, a way back, and a worker withdrawn', async ({
  context,
  browser,
  stage,
  first,
  consoleLines,
}, testInfo) => {
  const { step } = test;
  const { network, records } = stage;
  const next = buildForStage('second', {}, addField);
  const withdrawn = buildForStage('withdrawn', { VITE_WORKER: 'off' });

  /** Who has sent a message, and what they told in the new fields. */
  const messages = async () => {
    const found = await records.list('careers');
    return found.map(({ fields }) => who(fields)).sort();
  };
  const arrived: string[] = [];
  const expectArrived = async (...more: string[]) => {
    arrived.push(...more);
    await expect.poll(messages).toEqual([...arrived].sort());
  };

  // Ada has the worker and two tabs, Bob has none, as in a private window.
  const [form, reader] = [await context.newPage(), await context.newPage()];
  const without = await browser.newContext({
    baseURL: stage.origin,
    serviceWorkers: 'block',
  });
  const bobsLines = readConsole(without);
  const cut = () => network.fail({ kind: 'reset' });
  /** Whoever comes back online does not wait for the next try's time. */
  const restore = async () => {
    network.heal();
    for (const visitor of [context, without]) {
      await visitor.setOffline(true);
      await visitor.setOffline(false);
    }
  };
  const bobsForm = await without.newPage();
  const bobsReader = await without.newPage();

  await step('the first version', async () => {
    await visit(form, '/careers');
    await visit(reader, '/');
    await bobsForm.goto('/waitlist');
    await bobsReader.goto('/faq');
    for (const tab of [form, reader, bobsForm, bobsReader]) {
      await expectVersion(tab, first);
    }
    await handIn(form, 'first');
    await expectArrived('first');
    await context.setOffline(true);
    await form.goto('/careers');
    await handIn(form, 'offline');
    await expect(form.getByText(saved)).toBeVisible();
    cut();
    await context.setOffline(false);
  });

  await step('the next rules, then half of the files', async () => {
    await stage.deployRules(nextVersionOf('firestore.rules'));
    const half = testInfo.outputPath('half');
    cpSync(next, half, { recursive: true });
    rmSync(`${half}/static`, { recursive: true });
    stage.deploy(half);
    // The worker cannot be installed, and Ada's tabs go on as they are.
    await expect(reader.evaluate(lookForUpdate)).resolves.toBe('redundant');
    await follow(reader, '/mission');
    await expect(updateNotice(reader)).toBeHidden();
    // Without a worker a page can be read, and says what is missing.
    await bobsReader.reload();
    await expect(heading(bobsReader)).toHaveText('FAQs');
    await expect(bobsReader.getByRole('alert')).toContainText('missing');
  });

  await step('the next version, whole', async () => {
    stage.deploy(next);
    // What was missing comes by itself.
    await expectVersion(bobsReader, next);
    await follow(bobsReader, '/advantage');
    // The open form of the version before works, its links load the next.
    await join(bobsForm);
    await expect(bobsForm.getByText(saved)).toBeVisible();
    await follow(bobsForm, '/about');
    await expectVersion(bobsForm, next);

    // A page that is opened finds the new version, and every tab offers it.
    await form.goto('/careers');
    await expectVersion(form, first);
    await expect(updateNotice(form)).toBeVisible();
    await expect(updateNotice(reader)).toBeVisible();
    await takeUpdate(form, next);
    await expect(form.getByLabel('Phone')).toBeVisible();
    await expect(updateNotice(reader)).toBeVisible();
    await follow(reader, '/faq');
    await follow(reader, '/careers');
    await handIn(reader, 'older');
    await expect(reader.getByText(saved)).toBeVisible();
    await handIn(form, 'field', '555-1');
    await expect(form.getByText(saved)).toBeVisible();
    // Edited in a tab from before, it keeps what only the next version asks.
    const sheet = await openUnsent(reader);
    await sheet.getByRole('button', { name: 'Edit' }).last().click();
    await expect(reader.getByLabel('Email')).toHaveValue('field@loom.example');
    await handIn(reader, 'edited');
    await expect(reader.getByText(saved)).toBeVisible();
    expect(await messages()).toEqual(['first']);
    await restore();
    await expectArrived('offline', 'older', 'edited 555-1 yes');
    await expect.poll(() => records.count('waitlist')).toBe(1);
    await takeUpdate(reader, next);
  });

  await step('back to the first version', async () => {
    cut();
    await form.goto('/careers');
    await handIn(form, 'back', '555-2');
    await expect(form.getByText(saved)).toBeVisible();
    stage.deploy(first);
    await form.goto('/careers');
    await expect(updateNotice(reader)).toBeVisible();
    await takeUpdate(form, first);
    await expect(form.getByLabel('Phone')).toBeHidden();
    await handIn(form, 'again');
    await expect(form.getByText(saved)).toBeVisible();
    await follow(reader, '/consumer');
    expect(await messages()).toHaveLength(arrived.length);
    await restore();
    await expectArrived('back 555-2 yes', 'again');
    await takeUpdate(reader, first);

    // These were missing while the next version was there.
    await follow(bobsReader, '/brands');
    await expectVersion(bobsReader, first);
    await bobsForm.goto('/about');
    await expectVersion(bobsForm, first);
    await follow(bobsForm, '/mission');
  });

  await step('the worker withdrawn', async () => {
    cut();
    await form.goto('/careers');
    await handIn(form, 'withdrawn');
    await expect(form.getByText(saved)).toBeVisible();
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
    await handIn(form, 'page');
    await expectArrived('page');
    await follow(bobsReader, '/consumer');
    await follow(bobsReader, '/careers');
    await handIn(bobsReader, 'bob');
    await expectArrived('bob');
  });

  await step('the next version, with a worker again', async () => {
    stage.deploy(next);
    await follow(reader, '/mission');
    await workerReady(reader);
    await form.goto('/careers');
    await handIn(form, 'last', '555-3');
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
  // Whose code was gone is reported, and loaded as a page.
  const reports = [...consoleLines.splice(0), ...bobsLines];
  const gone = ['mission', 'about', 'brands', 'consumer'];
  const told = 'Loading chunk failed (missing): /static/js/';
  expect(reports.map((line) => line.replace(/-[\w-]{8}\.js$/, ''))).toEqual(
    gone.map((page) => told + page),
  );
  await without.close();
});

function who({ email, phone, news }: Record<string, string>): string {
  return [email?.replace(/@.*/, ''), phone, news].filter(Boolean).join(' ');
}

async function handIn(page: Page, name: string, phone?: string): Promise<void> {
  await hydrated(page);
  await fillIn(page, careersForm, { email: `${name}@loom.example` });
  if (phone) {
    await page.getByLabel('Phone').fill(phone);
    // A tick is part of the draft, too.
    await page.getByLabel('Send me news').check();
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel('Send me news')).toBeChecked();
  }
  await submit(page, careersForm);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    careersForm.thanks,
  );
}

/** Gives what becomes of the version that is found. */
async function lookForUpdate(): Promise<string> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  // The browser's own look, begun before, may have been given for the first.
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
