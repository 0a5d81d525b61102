import { describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createRecordingRuntime } from './fake-runtime.ts';
import { createFakeSource } from './fake-source.ts';

// The form at /waitlist also asks for permission to send news.
vi.mock('../../../src/form-definitions/waitlist.ts', async (importActual) => {
  const actual =
    await importActual<
      typeof import('../../../src/form-definitions/waitlist.ts')
    >();
  const [first] = actual.waitlistForm.fields;
  const news = {
    ...first,
    name: 'news',
    type: 'checkbox',
    asksForMail: true,
  };
  const fields = [...actual.waitlistForm.fields, news];
  return { ...actual, waitlistForm: { ...actual.waitlistForm, fields } };
});

const timestamp = { timestampValue: '2026-11-01T00:00:00Z' };
const yes = { news: { stringValue: 'yes' } };
const createDocument = (name: string, answer: object = {}) => ({
  email: { stringValue: `${name}@x.org` },
  ...answer,
  timestamp,
});
const documents = new Map([
  ['waitlist/1', createDocument('ada', yes)],
  ['waitlist/2', createDocument('grace')],
  ['favoriteBrand/1', createDocument('ada')],
  ['favoriteBrand/2', createDocument('grace')],
  ['feedback/3', createDocument('hedy')],
]);

/** Exports a collection. Returns the addresses in the table, and what is left out. */
async function exportTable(collection: string, ...format: string[]) {
  const { runtime, printedTexts, loggedTexts } = createRecordingRuntime(
    createTempFolder(),
  );
  const source = createFakeSource(documents);
  const args = [collection, ...format];
  await runCommand(args, runtime, () => source).catch((error) => {
    // A table without records is an error.
    expect(error).toMatchObject({ name: 'UserError' });
  });

  const addresses = printedTexts.join('').match(/\w+@x\.org/g) ?? [];
  return { addresses, log: loggedTexts.join('\n') };
}

describe.each(['listmonk', 'mailchimp'])('a table for %s', (tool) => {
  test('has only people who have allowed mail, if the form asks for it', async () => {
    const { addresses, log } = await exportTable('waitlist', '--for', tool);
    expect(addresses).toEqual(['ada@x.org']);
    expect(log).toContain(
      'Left out because the visitors have not allowed mail: 1',
    );
  });

  test('has every record of a form that does not ask for permission', async () => {
    const { addresses, log } = await exportTable('feedback', '--for', tool);
    expect(addresses).toEqual(['hedy@x.org']);
    expect(log).not.toContain('Left out');
  });

  test('leaves out votes, because their records do not contain the answer', async () => {
    const { addresses } = await exportTable('favoriteBrand', '--for', tool);
    expect(addresses).toEqual([]);
  });
});

test('a table for the owner has every record', async () => {
  const { addresses } = await exportTable('waitlist', '--csv');
  expect(addresses).toEqual(['ada@x.org', 'grace@x.org']);
});
