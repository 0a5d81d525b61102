import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import { knownFields } from '../../../src/rules/known-fields.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createRecordingRuntime } from './fake-runtime.ts';
import { createFakeSource } from './fake-source.ts';

/** The report shows each text of these fields, with its number of records. */
const countedFields = ['favoriteBrand', 'brand'];

// Owners give the report to partners.
test('the report shows no text of a record, except favorite brands', async () => {
  const timestamp = { timestampValue: '2026-11-01T09:00:00Z' };
  const documents = new Map(
    Array.from(knownFields, ([collection, fields]) => {
      const texts = Array.from(fields, (field) => {
        const stringValue = countedFields.includes(field)
          ? 'Skeinwell'
          : `secret-${field}@loom.example`;
        return [field, { stringValue }];
      });
      const record = { ...Object.fromEntries(texts), timestamp };
      return [`${collection}/0a1b2c3d-4e5f-4000-8000-000000000000`, record];
    }),
  );

  const folder = createTempFolder();
  const file = path.join(folder, 'report.html');
  const { runtime, printedTexts } = createRecordingRuntime(folder);
  for (const args of [['report'], ['report', '--out', file]])
    await runCommand(args, runtime, () => createFakeSource(documents));

  const output = printedTexts.join('');
  for (const text of [output, readFileSync(file, 'utf8')]) {
    expect(text).not.toMatch(/secret|loom\.example|0a1b2c3d/);
  }
  expect(output).toContain('Skeinwell');
});
