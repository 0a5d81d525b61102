import { expect, test } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createFakeRuntime } from './fake-runtime.ts';
import { createDocuments, createFakeSource } from './fake-source.ts';

test.each([0, 10_000])(
  'a backup of 20,000 records restores exactly into a database that has %i of them',
  async (startCount) => {
    const originals = createDocuments(10_000);
    // Values that only the owner can have written keep their types.
    originals.set('careers/by-hand', {
      name: { integerValue: '5' },
      message: { arrayValue: { values: [{ nullValue: null }] } },
    });

    const runtime = createFakeRuntime(createTempFolder());
    const run = (args: string[], documents: typeof originals) =>
      runCommand(args, runtime, () => createFakeSource(documents));
    await run(['backup', '--out', 'b.jsonl'], originals);

    const documents = new Map([...originals].slice(0, startCount));
    await run(['restore', 'b.jsonl', '--yes'], documents);

    expect([...documents].sort()).toEqual([...originals].sort());
  },
);
