import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createFakeRuntime } from './fake-runtime.ts';
import { createDocuments, createFakeSource } from './fake-source.ts';

// Vitest cannot spy on the exports of a built-in module, so mock a copy.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

class KilledError extends Error {}

type WriteFunction = (...args: unknown[]) => undefined;

/** The functions of node:fs that change a file. */
const writeFunctions = {
  appendFileSync: fs.appendFileSync,
  writeFileSync: fs.writeFileSync,
  renameSync: fs.renameSync,
  rmSync: fs.rmSync,
  mkdirSync: fs.mkdirSync,
  fsyncSync: fs.fsyncSync,
};

/**
 * Returns a function that must run before each write. It throws before write number
 * `killAt` and before every later one, because a killed process does nothing more.
 */
function createKiller(killAt: number) {
  let writeCount = 0;
  return () => {
    writeCount += 1;
    if (writeCount > killAt) throw new KilledError();
  };
}

/** Runs a command. Resolves to false if it was killed at write number `killAt`. */
async function run(
  args: string[],
  documents: ReturnType<typeof createDocuments>,
  dataDir: string,
  killAt = Infinity,
): Promise<boolean> {
  const beforeWrite = createKiller(killAt);

  for (const [name, write] of Object.entries(writeFunctions)) {
    vi.spyOn(fs, name as 'rmSync').mockImplementation((...args: unknown[]) => {
      beforeWrite();
      return (write as WriteFunction)(...args);
    });
  }
  try {
    await runCommand(args, createFakeRuntime(dataDir), () =>
      createFakeSource(documents, beforeWrite),
    );
    return true;
  } catch (error) {
    // The command wraps the error of a commit.
    const isKilled =
      error instanceof KilledError || String(error).includes('Before that');
    const isFileError = String(error).includes('cannot be written');
    if (isKilled || isFileError) return false;
    throw error;
  } finally {
    vi.restoreAllMocks();
  }
}

/** Calls `attempt` with 0, 1, 2 and so on, until a run was not killed. */
async function killAtEveryWrite(
  attempt: (killAt: number) => Promise<boolean>,
): Promise<number> {
  for (let killAt = 0; ; killAt += 1) {
    if (await attempt(killAt)) return killAt;
  }
}

const toSorted = (documents: ReturnType<typeof createDocuments>) =>
  [...documents].sort();

const listBackups = (dataDir: string) =>
  fs
    .readdirSync(path.join(dataDir, 'backups'))
    .filter((name) => name !== 'server.lock');

test('a restore that was killed at any write ends the same when it is repeated', async () => {
  const dataDir = createTempFolder();
  const originals = createDocuments();
  await run(['backup', '--out', 'b.jsonl'], originals, dataDir);

  for (const startCount of [0, 25]) {
    const start = [...originals].slice(0, startCount);
    const writeCount = await killAtEveryWrite(async (killAt) => {
      const documents = new Map(start);
      const restore = ['restore', 'b.jsonl', '--yes'];
      const isDone = await run(restore, documents, dataDir, killAt);
      await run(restore, documents, dataDir);
      expect(toSorted(documents)).toEqual(toSorted(originals));

      return isDone;
    });
    expect(writeCount).toBeGreaterThanOrEqual(50 - startCount);
  }
});

test('a restore that Ctrl+C interrupts ends after its commit, says how far it came, and is completed by the next one', async () => {
  const dataDir = createTempFolder();
  const originals = createDocuments();
  await run(['backup', '--out', 'b.jsonl'], originals, dataDir);
  const restore = ['restore', 'b.jsonl', '--yes'];

  for (let commits = 1; commits < originals.size; commits += 1) {
    const documents: typeof originals = new Map();
    const interruption = new AbortController();
    const source = createFakeSource(documents, () => {
      // This commit is the last one.
      if (documents.size === commits - 1) interruption.abort();
    });
    const runtime = createFakeRuntime(dataDir);
    const { signal } = interruption;
    const message = `Interrupted: ${commits} of 50 records of the backup were done; run the command again for the rest.`;
    await expect(
      runCommand(restore, { ...runtime, signal }, () => source),
    ).rejects.toThrow(message);
    expect(documents.size).toBe(commits);

    await run(restore, documents, dataDir);
    expect(toSorted(documents)).toEqual(toSorted(originals));
  }
});

test('a restore that Ctrl+C interrupts reads no further records, although it has nothing to write', async () => {
  const dataDir = createTempFolder();
  const documents = createDocuments();
  await run(['backup', '--out', 'b.jsonl'], documents, dataDir);

  const interruption = new AbortController();
  const source = createFakeSource(documents);
  const readCollections: string[] = [];
  const find: typeof source.find = (collection, query) => {
    readCollections.push(collection);
    if (collection === 'waitlist') interruption.abort();
    return source.find(collection, query);
  };

  const runtime = createFakeRuntime(dataDir);
  const { signal } = interruption;
  const restore = ['restore', 'b.jsonl', '--yes'];
  await expect(
    runCommand(restore, { ...runtime, signal }, () => ({ ...source, find })),
  ).rejects.toThrow('Interrupted: 25 of 50 records of the backup were done');
  expect(readCollections).toEqual(['erasedRecords', 'waitlist']);
});

test('a backup command that is killed at any write leaves a complete backup or none', async () => {
  const originals = createDocuments();
  await killAtEveryWrite(async (killAt) => {
    const dataDir = createTempFolder();
    const isDone = await run(['backup'], originals, dataDir, killAt);

    const isMade = killAt > 0 && fs.existsSync(path.join(dataDir, 'backups'));
    const names = isMade ? listBackups(dataDir) : [];
    const backups = names.filter((name) => name.endsWith('.jsonl'));
    expect(backups.length).toBeLessThanOrEqual(1);

    for (const name of backups) {
      const documents = new Map();
      await run(['restore', `backups/${name}`, '--yes'], documents, dataDir);
      expect(toSorted(documents)).toEqual(toSorted(originals));
    }

    // The next command removes what the killed one has left.
    await run(['backup', '--out', 'other.jsonl'], originals, dataDir);
    expect(listBackups(dataDir).join()).not.toContain('partial');

    return isDone;
  });
});

test("if erase ADDRESS is killed at any write, repeating the command erases the rest, and no restore brings the person's records back", async () => {
  const originals = createDocuments();
  const erase = ['erase', 'person3@x.org', '--yes'];
  await killAtEveryWrite(async (killAt) => {
    const dataDir = createTempFolder();
    const documents = new Map(originals);
    await run(['backup'], documents, dataDir);
    await run(['backup', '--out', 'elsewhere.jsonl'], documents, dataDir);

    const unknownCopy = path.join(dataDir, 'unknown');
    fs.copyFileSync(path.join(dataDir, 'elsewhere.jsonl'), unknownCopy);

    const isDone = await run(erase, documents, dataDir, killAt);
    await run(erase, documents, dataDir);

    const files = listBackups(dataDir)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => `backups/${name}`);
    for (const file of [...files, 'elsewhere.jsonl']) {
      const text = fs.readFileSync(path.join(dataDir, file), 'utf8');
      expect(text.includes('person3'), `${file}, ${killAt}`).toBe(false);
      expect(text).toContain('"records":40}');
    }

    for (const file of [...files, 'elsewhere.jsonl', 'unknown']) {
      await run(['restore', file, '--yes', '--overwrite'], documents, dataDir);
      const rest = [...documents].filter(
        ([name]) => !name.startsWith('erasedRecords/'),
      );
      expect(rest).toHaveLength(40);
      expect(JSON.stringify(rest)).not.toContain('person3');
    }
    return isDone;
  });
});

test('an erasure of listed records that was killed at any write loses no record', async () => {
  const originals = createDocuments();
  await killAtEveryWrite(async (killAt) => {
    const dataDir = createTempFolder();
    const documents = new Map(originals);
    const listed = [...originals.keys()].slice(0, 20);
    fs.writeFileSync(path.join(dataDir, 'ids.txt'), listed.join('\n'));
    const erase = ['erase', '--ids', 'ids.txt', '--yes'];

    const isDone = await run(erase, documents, dataDir, killAt);
    await run(erase, documents, dataDir);
    expect(documents.size).toBe(30);
    const backups = listBackups(dataDir).filter((name) =>
      name.endsWith('.jsonl'),
    );

    for (const name of backups)
      await run(['restore', `backups/${name}`, '--yes'], documents, dataDir);
    expect(toSorted(documents)).toEqual(toSorted(originals));

    return isDone;
  });
});
