import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import {
  localProject,
  type RecordSource,
} from '../../../src/owner/record-source.ts';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createFakeRuntime } from './fake-runtime.ts';
import { createDocuments, createFakeSource } from './fake-source.ts';

// The owner has moved the site to another Firebase project, or to another machine.

const created = '2026-11-01T10:00:00Z';

/** Runs commands on a machine. Returns what they print and say. */
function createMachine() {
  const folder = createTempFolder();
  async function run(
    project: string,
    documents: ReturnType<typeof createDocuments>,
    ...args: string[]
  ) {
    let text = '';
    const fake = createFakeSource(documents);
    const source: RecordSource = {
      ...fake,
      id: project,
      project,
      isProduction: project !== localProject,
      count: async (name) => {
        const { count } = await fake.count(name);
        return { count, time: '2026-11-02T00:00:00Z' };
      },
      async *find(name, query) {
        for await (const page of fake.find(name, query))
          yield page.map((entry) => ({ ...entry, created }));
      },
    };
    const runtime = {
      ...createFakeRuntime(folder),
      print: async (part: string) => {
        text += part;
        return true;
      },
      log: (line: string) => {
        text += `${line}\n`;
      },
    };
    await runCommand(args, runtime, () => source);
    return text;
  }
  const readFile = (name: string) =>
    readFileSync(path.join(folder, name), 'utf8');
  return { run, readFile };
}

test('a restore takes the records of another project only if the owner names that project', async () => {
  const { run } = createMachine();
  const originals = createDocuments(2);
  await run('old', originals, 'backup', '--out', 'b.jsonl');

  const documents = createDocuments(0);
  const restore = ['restore', 'b.jsonl', '--yes'];
  await expect(run('new', documents, ...restore)).rejects.toThrow(
    'a backup of the project old, but this project is new',
  );
  await expect(
    run('new', documents, ...restore, '--from-project', 'other'),
  ).rejects.toThrow('a backup of the project old, but the option names other');
  expect(documents.size).toBe(0);

  await run('new', documents, ...restore, '--from-project', 'old');
  expect([...documents].sort()).toEqual([...originals].sort());
});

test('an erasure for a person also rewrites the backups of the former project, but none of test records', async () => {
  const { run, readFile } = createMachine();
  const documents = createDocuments(5);
  await run('old', documents, 'backup', '--out', 'old.jsonl');
  await run(localProject, documents, 'backup', '--out', 'local.jsonl');
  const erase = ['erase', 'person1@x.org', '--yes'];

  await run(localProject, createDocuments(5), ...erase);
  expect(readFile('local.jsonl')).not.toContain('person1@x.org');
  expect(readFile('old.jsonl')).toContain('person1@x.org');

  await run(localProject, documents, 'backup', '--out', 'local2.jsonl');
  const text = await run('new', createDocuments(5), ...erase);
  expect(text).toContain('and rewrote 1 backup.');
  expect(readFile('old.jsonl')).not.toContain('person1@x.org');
  expect(readFile('old.jsonl')).toContain('person2@x.org');
  expect(readFile('local2.jsonl')).toContain('person1@x.org');
});

test('on a machine without backups, an erasure says that it knows none', async () => {
  const { run } = createMachine();
  const documents = createDocuments(5);
  const erase = ['erase', 'person1@x.org', '--yes'];
  expect(await run('pear', documents, ...erase)).toContain(
    'because this one knows only 0 backups.',
  );
  expect(await run('pear', documents, ...erase)).toContain(
    'or in the 0 backups that this machine knows.',
  );
  expect(await run('pear', documents, 'person', 'person1@x.org')).toContain(
    'or in the 0 backups that this machine knows.',
  );
});

test('on a machine that does not know a name of --new, the command says that every record counts as new', async () => {
  const { run } = createMachine();
  const documents = createDocuments(5);
  const warning = 'daily is new on this machine, so every record counts as new';
  const look = ['--new', 'daily', '--json'];
  expect(await run('pear', documents, ...look)).toContain(warning);
  expect(await run('pear', documents, ...look)).not.toContain(warning);
  expect(await run('moved', documents, ...look)).toContain(warning);
});
