import { expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createRecordingRuntime } from './fake-runtime.ts';
import { createFakeSource } from './fake-source.ts';

// The form at /careers also asks for a website, for a second long text, and for the parts
// of a name.
vi.mock('../../../src/form-definitions/careers.ts', async (importActual) => {
  const { careersForm } =
    await importActual<
      typeof import('../../../src/form-definitions/careers.ts')
    >();
  const [name] = careersForm.fields;
  const website = { ...name, name: 'website', autocomplete: 'url' };
  const dream = { ...name, name: 'dream', type: 'multiline' };
  const first = { ...name, name: 'first', autocomplete: 'given-name' };
  const last = { ...name, name: 'last', autocomplete: 'family-name' };
  const fields = [...careersForm.fields, website, dream, first, last];
  return { careersForm: { ...careersForm, fields } };
});
vi.mock('../../../src/rules/releases.js', () => {
  const limits = { email: 254, website: 100, dream: 5000, first: 60, last: 60 };
  const collections = { careers: { limits, required: [] } };
  return {
    releases: [{ version: '0.0.1', paths: [], forms: {}, collections }],
  };
});

async function run(
  args: readonly string[],
  records: readonly Record<string, string>[],
): Promise<string> {
  const documents = new Map(
    records.map((texts, index) => {
      const fields = Object.entries({ email: `ada${index}@x.org`, ...texts });
      const values = fields.map(([name, stringValue]) => [
        name,
        { stringValue },
      ]);
      const timestamp = { timestampValue: '2026-11-01T00:00:00Z' };
      const id = `0a1b2c3d-4e5f-4000-8000-00000000000${index}`;
      return [
        `careers/${id}`,
        { ...Object.fromEntries(values), timestamp },
      ] as const;
    }),
  );
  const { runtime, printedTexts } = createRecordingRuntime(createTempFolder());
  await runCommand(args, runtime, () => createFakeSource(documents));
  return printedTexts.join('');
}

test('a link in a field that asks for a link is not suspicious', async () => {
  const website = 'https://ada.example';
  expect(await run(['review'], [{ website }])).toBe('');
  expect(await run(['review'], [{ website, dream: website }])).toContain(
    'a link in dream:',
  );
});

test('a record without an email is not suspicious for that', async () => {
  const records = [{ email: '', name: 'Ada', dream: 'To sew.' }];
  expect(await run(['review'], records)).toBe('');
});

test('a link is suspicious in each part of a name', async () => {
  expect(await run(['review'], [{ first: 'my-site.ru' }])).toContain(
    'a link in first:',
  );
});

test('a table for a mail tool has the name of a person, whole or in parts', async () => {
  const records = [{ name: 'Ada King' }, { last: 'Hopper', first: 'Grace' }];
  for (const tool of ['listmonk', 'mailchimp']) {
    const table = await run(['careers', '--for', tool], records);
    expect(table).toContain('"Ada King"');
    expect(table).toContain('"Grace Hopper"');
  }
});

test('the same text from three addresses is suspicious in each long text', async () => {
  const dream = 'The very same words, sent by many.';
  const text = await run(['review'], [{ dream }, { dream }, { dream }]);
  expect(text.match(/the same text from 3 addresses/g)).toHaveLength(3);
});

test('a table for a mail tool has no field that does not describe a subscriber', async () => {
  const fields = { website: 'https://ada.example', dream: 'To sew.' };
  for (const tool of ['listmonk', 'mailchimp']) {
    const table = await run(['careers', '--for', tool], [fields]);
    expect(table).toContain('ada0@x.org');
    expect(table).not.toMatch(/ada\.example|To sew/);
  }
});
