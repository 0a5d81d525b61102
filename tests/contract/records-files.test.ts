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

// Vitest cannot spy on the exports of a built-in module, so mock a copy.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

test.for([true, false])(
  "erase removes a person's records from records.jsonl (server running: %s)",
  async (isRunning) => {
    const { origin, dataDir, stop } = await startFirestore();
    const store = createStore(origin);
    const email = 'Ada@x.org';
    // Each batch becomes one line of the file. The second batch repeats the
    // records of the first.
    for (let times = 0; times < 2; times += 1)
      await store('waitlist', ['a', 'a2'], { email });
    await store('waitlist', ['g'], { email: 'grace@x.org' });
    if (!isRunning) await stop();
    const read = () => fs.readFileSync(`${dataDir}/records.jsonl`, 'utf8');
    const before = read();
    expect(before.match(/ada@x/gi)).toHaveLength(4);
    const run = (...args: string[]) => runRecords(args, { DATA_DIR: dataDir });
    const all = await run('--json');
    const backup = path.join(createTempFolder(), 'backup.jsonl');
    const listFile = path.join(createTempFolder(), 'ids.txt');
    fs.writeFileSync(listFile, 'waitlist/a\nwaitlist/a2\n');
    const eraseListed = ['erase', '--ids', listFile, '--out', backup, '--yes'];
    const { text } = await run(...eraseListed);
    expect(text).toContain(
      `Erased 2 records listed in ${listFile}: waitlist 2.`,
    );
    expect(read()).not.toMatch(/ada@x/i);
    expect(before).toContain(read());
    await run('restore', backup, '--yes');
    expect(await run('--json')).toEqual(all);
    await run('erase', 'ada@x.org', '--yes');
    expect(read()).not.toMatch(/ada@x/i);
    if (!isRunning) return;
    // The server continues with the file that replaced the old one.
    await store('waitlist', ['b'], { email: 'bob@x.org' });
    expect((await run('waitlist')).text).toMatch(/^waitlist: 2\n.* b .*\n/);
    await stop();
  },
);

test.for([
  ['the backup', / cannot be written \(ENOSPC\);.* Nothing was erased\.$/],
  ['the records', /^ENOSPC.*\. Before that, 0 of 1 records were erased; run /],
  ['a server', /ENOSPC.*"; check what the server reports.* 0 of 1 records wer/],
] as const)('erase reports no disk space for %s', async ([what, message]) => {
  const { origin, dataDir, stop } = await startFirestore();
  await createStore(origin)('careers', ['a'], { email: 'ada@x.org' });
  if (what !== 'a server') await stop();
  const env = { DATA_DIR: dataDir };
  const before = await runRecords(['--json'], env);
  const { renameSync, appendFileSync } = fs;
  const fullFile = what === 'the backup' ? /backup-.*partial/ : /records.jsonl/;
  const failIfFull = (file: unknown) => {
    if (!fullFile.test(String(file))) return;
    throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
  };
  vi.spyOn(fs, 'appendFileSync').mockImplementation((file, ...rest) => {
    if (what === 'the backup') failIfFull(file);
    appendFileSync(file, ...rest);
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    failIfFull(from);
    renameSync(from, to);
  });
  const erase = runRecords(['erase', '--older-than', '1d', '--yes'], env, {
    now: () => Date.now() + 2 * 86_400_000,
    wait: async () => undefined,
  });
  await expectUserError(erase, message);
  vi.restoreAllMocks();
  expect(await runRecords(['--json'], env)).toEqual(before);
  const files = fs.readdirSync(dataDir, { recursive: true }).join();
  expect(files).not.toContain('partial');
  expect(files.includes('backup-')).toBe(what !== 'the backup');
  if (what !== 'a server') return;
  expect(Object.keys(await readAll(origin, database))).toEqual(['careers/a']);
  await stop();
});

test('npm run records works without a terminal', async () => {
  const { origin, dataDir, stop } = await startFirestore();
  await createStore(origin)('waitlist', ['a'], { email: 'zoë@x.example' });
  await stop();
  const args = ['run', '-s', 'records', '--', 'waitlist', '--csv'];
  const options = { env: { DATA_DIR: dataDir }, stdio: 'pipe' } as const;
  const { isFine, output } = runProgram('npm', args, options);
  expect(output).toMatch(
    /^\uFEFF"id",[^\n]*\r\n"a","zoë@x.example","some favoriteBrand","[^"]*"\r\nReads this machine, /,
  );
  expect(isFine).toBe(true);
  expect((await runRecords(['erase', '--help'], {})).text).toMatch(
    / look .* report .* review .* person .* backup .* restore .* erase /s,
  );
});
