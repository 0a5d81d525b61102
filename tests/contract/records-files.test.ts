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
  startTranscript,
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
    const copy = path.join(createTempFolder(), 'copy.jsonl');
    const { text } = await run('erase', 'ada@x.org', '--out', copy, '--yes');
    expect(text).toContain('Erased 2 records of ada@x.org: waitlist 2.\n');
    const after = read();
    expect(after).not.toMatch(/ada@x/i);
    expect(before).toContain(after);
    const again = run('erase', 'grace@x.org', '--out', copy, '--yes');
    await expectUserError(again, / already exists, .* Nothing was erased\.$/);
    const locks = isRunning ? ['server.lock'] : [];
    expect(fs.readdirSync(dataDir).sort()).toEqual(['records.jsonl', ...locks]);
    await run('restore', copy, '--yes');
    expect(await run('--json')).toEqual(all);
    if (!isRunning) return;
    // The server continues with the file that replaced the old one.
    await store('waitlist', ['b'], { email: 'bob@x.org' });
    expect((await run('waitlist')).text).toMatch(/\nwaitlist: 4\n.* b .*\n/);
    await stop();
  },
);

test('restore rejects a backup file that is incomplete or changed', async () => {
  const DATA_DIR = createTempFolder();
  const { execute, expectFile } = startTranscript({ DATA_DIR });
  const file = path.join(DATA_DIR, 'copy.jsonl');
  const head = '{"copyOf":"demo-pear"}\n';
  const record =
    '{"path":"careers/a","fields":{"email":{"stringValue":"a"}}}\n';
  const wrongRecord = record.replace('{"stringValue":"a"}', '5');
  for (const text of [
    ...['', '{"copyOf":"x"}\n', '{"collection":"careers","id":"a"}'],
    ...[head + record, head + wrongRecord, `${head}${record}{"path":"ca`],
    `${head}${record}{"records":2}`,
  ]) {
    fs.writeFileSync(file, text);
    await execute(['restore', file, '--yes']);
    expect(fs.readdirSync(DATA_DIR)).toEqual(['copy.jsonl']);
  }
  await expectFile('restore-wrong-copies');
});

test.for([
  ['the copy', / cannot be written \(ENOSPC\);.* Nothing was erased\.$/],
  ['the records', /^ENOSPC.*\. Before that, 0 of 1 records were erased; run /],
  ['a server', /ENOSPC.*"; check what the server reports.* 0 of 1 records wer/],
] as const)('erase reports no disk space for %s', async ([what, message]) => {
  const { origin, dataDir, stop } = await startFirestore();
  await createStore(origin)('careers', ['a'], { email: 'ada@x.org' });
  if (what !== 'a server') await stop();
  const env = { DATA_DIR: dataDir };
  const before = await runRecords(['--json'], env);
  const failingFunction = what === 'the copy' ? 'appendFileSync' : 'renameSync';
  vi.spyOn(fs, failingFunction).mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
  });
  const noCopy = what === 'the copy' ? [] : ['--no-copy'];
  const erase = runRecords(['erase', 'ada@x.org', '--yes', ...noCopy], env);
  await expectUserError(erase, message);
  expect(await runRecords(['--json'], env)).toEqual(before);
  expect(fs.readdirSync(dataDir).join()).not.toMatch(/partial|erased/);
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
    /^\uFEFF"id",[^\n]*\r\n"a","zoë@x.example","some favoriteBrand","[^"]*"\r\n$/,
  );
  expect(isFine).toBe(true);
  expect((await runRecords(['erase', '--help'], {})).text).toMatch(
    / erase .* purge .* restore .* review .* report /s,
  );
});
