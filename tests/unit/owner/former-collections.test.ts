import { expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import type { Release } from '../../../src/rules/releases.js';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createRecordingRuntime } from './fake-runtime.ts';
import { createDocuments, createFakeSource } from './fake-source.ts';

// An earlier release wrote to collections that firestore.rules does not name today. One of
// its forms was removed, and one was replaced.
vi.mock('../../../src/rules/releases.js', () => {
  const jobs = { limits: { email: 254, skill: 100 }, required: ['email'] };
  const release: Release = {
    version: '0.0.1',
    paths: ['/jobs'],
    forms: { jobs: ['jobs'], opinion: ['opinions'] },
    collections: { jobs, opinions: jobs },
  };
  return { releases: [release] };
});
vi.mock('../../../src/form-definitions/former-forms.ts', () => {
  const opinion = { collection: 'opinions', replacedBy: 'feedback' };
  return { formerForms: new Map([['opinion', opinion]]) };
});

const removedPath = 'jobs/0a1b2c3d-4e5f-4000-8000-000000000099';
const replacedPath = 'opinions/0a1b2c3d-4e5f-4000-8000-000000000098';

/** Runs a command. Returns its output, and the documents that it leaves. */
async function run(...args: string[]) {
  const timestamp = { timestampValue: '2026-11-01T00:00:00Z' };
  const documents = createDocuments(1)
    .set(removedPath, {
      email: { stringValue: 'ada@x.org' },
      skill: { stringValue: 'Knitting' },
      timestamp,
    })
    .set(replacedPath, { email: { stringValue: 'bo@x.org' }, timestamp });

  const { runtime, printedTexts } = createRecordingRuntime(createTempFolder());
  await runCommand(args, runtime, () => createFakeSource(documents));
  return { text: printedTexts.join(''), documents };
}

test.each([
  { args: ['look'], foundText: 'jobs: 1' },
  { args: ['jobs', '--csv'], foundText: 'Knitting' },
  { args: ['report'], foundText: 'jobs      1  ' },
  { args: ['person', 'ada@x.org'], foundText: 'Knitting' },
  { args: ['backup'], foundText: 'jobs 1' },
])(
  '$args.0 finds records of a collection that only an earlier release had',
  async ({ args, foundText }) => {
    const { text } = await run(...args);
    expect(text).toContain(foundText);
  },
);

test('the report counts the messages of a former form with those of the form that has replaced it', async () => {
  const { text } = await run('report');
  expect(text).toMatch(/\n {2}feedback +1 +█+\n/);
  expect(text).not.toContain('opinions');
});

test('erase ADDRESS erases records of a collection that only an earlier release had', async () => {
  const { text, documents } = await run('erase', 'ada@x.org', '--yes');
  expect(text).toContain('Erased 1 record of ada@x.org');
  expect(documents.has(removedPath)).toBe(false);
});
