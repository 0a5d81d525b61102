import * as fs from 'node:fs';
import { expect, test } from 'playwright/test';
import { knownFields } from '../../../src/rules/known-fields.ts';
import { recordConsole } from '../../support/console.ts';
import { submit, waitlistForm } from '../../support/forms.ts';
import { Records } from '../../support/records.ts';
import { type SiteProcess, startSite } from '../../support/site.ts';
import { expectSaved, startEditing } from '../../support/unsent.ts';
import { expectSent, joinWaitlist } from '../../support/waitlist.ts';

let site: SiteProcess | undefined;
test.afterEach(() => site?.stop());

test('under StrictMode, an edited submission is sent once', async ({
  page,
}) => {
  site = await startSite({}, ['dev']);
  const records = new Records(site.origin);
  const consoleLines = recordConsole(page.context());

  await page.goto(site.origin);
  await page.getByRole('link', { name: 'Join the waitlist' }).first().click();
  await expect(page).toHaveTitle(waitlistForm.title);

  await page.route('**/*:commit*', (route) => route.abort());
  await joinWaitlist(page);
  await expectSaved(page);

  await startEditing(page);
  await page.unroute('**/*:commit*');

  const editedEmail = 'bea@loom.example';
  await page.getByLabel('Email').fill(editedEmail);
  await submit(page, waitlistForm);
  await expectSent(page);

  const fields = { ...waitlistForm.records.waitlist, email: editedEmail };
  expect(await records.list('waitlist')).toMatchObject([{ fields }]);

  const expectedPattern = /^\[vite\]|React DevTools/;
  const problems = consoleLines.filter((line) => !expectedPattern.test(line));
  expect(problems).toEqual([]);
});

test('the development server sends no records, exports or keys of the checkout', async () => {
  const DATA_DIR = 'test-results/records-of-dev-server';
  const name = `dev-server-${process.pid}`;
  // Git ignores files with these names.
  const files = [
    `${name}.csv`,
    `${name}.jsonl`,
    `${name}.pem`,
    `${name}.key`,
    ...Array.from(knownFields.keys(), (key) => `${key}-${name}.json`),
    `${name}-firebase-adminsdk-x1.json`,
    `${DATA_DIR}/${name}.txt`,
    `exports/${name}.txt`,
  ];

  fs.mkdirSync(DATA_DIR, { recursive: true });
  const isNewFolder = Boolean(fs.mkdirSync('exports', { recursive: true }));

  site = await startSite({ DATA_DIR }, ['dev']);
  const { origin } = site;
  try {
    for (const file of files) fs.writeFileSync(file, 'secret');

    const paths = files.flatMap((file) => [
      `/${file}`,
      `/${file}?raw`,
      `/@fs${process.cwd()}/${file}`,
    ]);
    const responses = await Promise.all(
      paths.map(async (path) => {
        return { path, text: await readText(origin + path) };
      }),
    );
    const leaks = responses.filter(({ text }) => text.includes('secret'));
    expect(leaks).toEqual([]);

    const source = await fetch(`${origin}/src/main.tsx`);
    expect(source.status).toBe(200);
  } finally {
    for (const file of files) fs.rmSync(file, { force: true });
    if (isNewFolder) fs.rmdirSync('exports');
  }
});

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  return response.text();
}
