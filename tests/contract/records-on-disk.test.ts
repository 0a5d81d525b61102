import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { runProgram } from '../support/processes.ts';
import { createTempFolder } from '../support/temporary-folder.ts';
import { readAll, startFirestore } from './backend.ts';
import {
  createStore,
  database,
  expectUserError,
  runRecords,
} from './records-command.ts';

const dayMs = 24 * 60 * 60 * 1000;

// Vitest cannot spy on the exports of a built-in module, so mock a copy.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

const serverStates = [
  { state: 'while the server runs', isRunning: true },
  { state: 'after the server has stopped', isRunning: false },
];

test.for(serverStates)(
  "erase removes a person's records from records.jsonl $state",
  async ({ isRunning }) => {
    const { origin, dataDir, stop } = await startFirestore();
    const store = createStore(origin);
    // Each batch becomes one line of the file. The second batch repeats the
    // records of the first.
    await store('waitlist', ['a', 'a2'], { email: 'Ada@x.org' });
    await store('waitlist', ['a', 'a2'], { email: 'Ada@x.org' });
    await store('waitlist', ['g'], { email: 'grace@x.org' });
    if (!isRunning) await stop();

    const readFile = () => fs.readFileSync(`${dataDir}/records.jsonl`, 'utf8');
    const textBefore = readFile();
    expect(textBefore.match(/ada@x/gi)).toHaveLength(4);

    const run = (...args: string[]) => runRecords(args, { DATA_DIR: dataDir });
    const recordsBefore = await run('--json');

    const backup = path.join(createTempFolder(), 'backup.jsonl');
    const listFile = path.join(createTempFolder(), 'ids.txt');
    fs.writeFileSync(listFile, 'waitlist/a\nwaitlist/a2\n');
    const eraseListed = ['erase', '--ids', listFile, '--out', backup, '--yes'];
    const { text } = await run(...eraseListed);
    expect(text).toContain(
      `Erased 2 records listed in ${listFile}: waitlist 2.`,
    );
    expect(readFile()).not.toMatch(/ada@x/i);
    // The rest is a part of the old text, so erase has only removed lines.
    expect(textBefore).toContain(readFile());

    await run('restore', backup, '--yes');
    expect(await run('--json')).toEqual(recordsBefore);

    await run('erase', 'ada@x.org', '--yes');
    expect(readFile()).not.toMatch(/ada@x/i);

    if (!isRunning) return;
    // The server continues with the file that replaced the old one.
    await store('waitlist', ['b'], { email: 'bob@x.org' });
    expect((await run('waitlist')).text).toMatch(/^waitlist: 2\n.* b .*\n/);
    await stop();
  },
);

/** Programs and files that find no disk space, and what erase reports. */
const fullDisks: {
  place: string;
  fullFile: RegExp;
  failsAt: 'append' | 'rename';
  leavesBackup: boolean;
  isServerRunning: boolean;
  message: RegExp;
}[] = [
  {
    place: 'the backup',
    fullFile: /backup-.*partial/,
    failsAt: 'append',
    leavesBackup: false,
    isServerRunning: false,
    message: / cannot be written \(ENOSPC\);.* Nothing was erased\.$/,
  },
  {
    place: 'the records',
    fullFile: /records.jsonl/,
    failsAt: 'rename',
    leavesBackup: true,
    isServerRunning: false,
    message: /^ENOSPC.*\. Before that, 0 of 1 records were erased; run /,
  },
  {
    place: 'a server',
    fullFile: /records.jsonl/,
    failsAt: 'rename',
    leavesBackup: true,
    isServerRunning: true,
    message: /ENOSPC.*"; check what the server reports.* 0 of 1 records wer/,
  },
];

test.for(fullDisks)(
  'erase reports that there is no disk space for $place',
  async (fullDisk) => {
    const { fullFile, failsAt, leavesBackup, isServerRunning, message } =
      fullDisk;
    const { origin, dataDir, stop } = await startFirestore();
    await createStore(origin)('careers', ['a'], { email: 'ada@x.org' });
    if (!isServerRunning) await stop();

    const env = { DATA_DIR: dataDir };
    const recordsBefore = await runRecords(['--json'], env);

    const { renameSync, appendFileSync } = fs;
    const failIfFull = (file: unknown) => {
      if (!fullFile.test(String(file))) return;
      throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
    };
    vi.spyOn(fs, 'appendFileSync').mockImplementation((file, ...rest) => {
      if (failsAt === 'append') failIfFull(file);
      appendFileSync(file, ...rest);
    });
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (failsAt === 'rename') failIfFull(from);
      renameSync(from, to);
    });

    const erase = runRecords(['erase', '--older-than', '1d', '--yes'], env, {
      now: () => Date.now() + 2 * dayMs,
      wait: async () => undefined,
    });
    await expectUserError(erase, message);
    vi.restoreAllMocks();

    expect(await runRecords(['--json'], env)).toEqual(recordsBefore);
    const files = fs.readdirSync(dataDir, { recursive: true }).join();
    expect(files).not.toContain('partial');
    expect(files.includes('backup-')).toBe(leavesBackup);

    if (!isServerRunning) return;
    const storedRecords = await readAll(origin, database);
    expect(Object.keys(storedRecords)).toEqual(['careers/a']);
    await stop();
  },
);

test('npm run records works without a terminal', async () => {
  const { origin, dataDir, stop } = await startFirestore();
  await createStore(origin)('waitlist', ['a'], { email: 'zoë@x.example' });
  await stop();

  const args = ['run', '-s', 'records', '--', 'waitlist', '--csv'];
  const options = { env: { DATA_DIR: dataDir }, stdio: 'pipe' } as const;
  const { isFine, output } = runProgram('npm', args, options);

  expect(isFine).toBe(true);
  const [head, record, sourceLine] = output.split('\r\n');
  expect(head).toMatch(/^\uFEFF"id",/);
  expect(record).toMatch(/^"a","zoë@x.example","some favoriteBrand","[^"]*"$/);
  expect(sourceLine).toMatch(/^Reads this machine, /);
});
