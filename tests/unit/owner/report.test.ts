import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
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

test("the report counts a message on the weekday and at the hour of the owner's clock", async () => {
  const { TZ } = process.env;
  // A zone in which it is another day than in UTC.
  process.env.TZ = 'Pacific/Kiritimati';
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  // A Monday and, before it, the Sunday that ends another week.
  const monday = new Date(2026, 10, 2, 9);
  const sunday = new Date(2026, 10, 1, 23);
  const documents = new Map(
    [monday, sunday, sunday].map((time, index) => [
      `feedback/0a1b2c3d-4e5f-4000-8000-00000000000${index}`,
      { timestamp: { timestampValue: time.toISOString() } },
    ]),
  );
  const file = path.join(createTempFolder(), 'report.html');
  const { runtime, printedTexts } = createRecordingRuntime(path.dirname(file));
  for (const args of [['report'], ['report', '--out', file]])
    await runCommand(args, runtime, () => createFakeSource(documents));

  const output = printedTexts.join('');
  const totals = output.match(/^ {2}[A-Z][a-z]{2} .* [1-9]$/gm) ?? [];
  const weekdayTotals = totals.map((line) => line.replace(/[·▀-█]+/, ''));
  expect(weekdayTotals).toEqual(['  Mon    1', '  Sun    2']);
  const titles = readFileSync(file, 'utf8').match(/\w{3} \d+: [1-9]/g);
  expect(titles).toEqual(['Mon 9: 1', 'Sun 23: 2']);
});
