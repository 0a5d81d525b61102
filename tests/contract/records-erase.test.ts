import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded, storedAt } from './backend.ts';
import {
  database,
  describeSources,
  expectUserError,
  parseJsonLines,
  runRecords,
  startTranscript,
  storeRecords,
} from './records-command.ts';

// Vitest cannot spy on the exports of a built-in module, so mock a copy.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

/** Returns the path of the copy from the output of a command. */
const copyIn = (text: string) => /^Copied to (.+)$/m.exec(text)?.[1] ?? '';
const interrupted = { signal: AbortSignal.abort() };

await describeSources('demo-erase', (command) => {
  const { run, store, listAll, transcript, dataDir } = command;
  const listIds = async () =>
    parseJsonLines(await listAll()).map(({ id }) => id);
  const storeTwoPeople = async () => {
    const email = 'Ada@Bücher.example';
    const message = '\u001b[31m\u202e"\n=1 😀';
    for (const collection of ['waitlist', 'favoriteBrand'])
      await store(collection, [`ada-${collection}`], { email });
    await store('feedback', ['ada-feedback'], { email, message });
    await store('waitlist', ['grace'], { email: 'grace@x.org' });
  };

  test("erase deletes a person's records in all collections, and restore restores them", async () => {
    await storeTwoPeople();
    const before = await listAll();
    const { execute, expectFile } = transcript();
    const erase = ['erase', 'ADA@bücher.EXAMPLE'];
    await execute(erase);
    await execute([...erase, '--yes'], interrupted);
    expect(await listAll()).toBe(before);
    const copy = copyIn(await execute([...erase, '--yes']));
    expect(await listIds()).toEqual(['grace']);
    await execute([...erase, '--yes']);
    expect(path.dirname(copy)).toBe(dataDir);
    expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(copy, 'utf8')).not.toMatch(/\p{Cf}/u);
    const restore = ['restore', copy];
    await execute(restore);
    await execute([...restore, '--yes'], interrupted);
    expect(await listIds()).toEqual(['grace']);
    // The second run repeats every write, as after an interruption.
    for (let times = 0; times < 2; times += 1) {
      await execute([...restore, '--yes']);
      expect(await listAll()).toBe(before);
    }
    await expectFile('erase');
  });

  test('erase lists near matches of an address, and does not erase them', async () => {
    const near = ['ada+news@x.org', '<ada@x.org>', 'ADA@X.ORG,b@x.org'];
    const far = ['nada@x.org', 'ada@x.org.uk', 'ada@xx.org', 'a.ada@x.org'];
    for (const [index, email] of [...near, ...far].entries())
      await store('careers', [`c${index}`], { email });
    await store('feedback', ['mention'], { message: 'To: ada@x.org\nHi' });
    await store('feedback', ['match'], { email: 'Ada@x.org' });
    const { execute, expectFile } = transcript();
    await execute(['erase', 'ada@x.org', '--no-copy', '--yes']);
    expect(await listIds()).toHaveLength(near.length + far.length + 1);
    await expectFile('erase-near');
  });

  test('erase --ids erases the records that review --ids lists', async () => {
    await store('brandContact', ['s1', 's2'], { name: 'Buy at my-site.ru' });
    await store('careers', ['fine'], { email: 'ada@x.org' });
    const { execute, expectFile } = transcript();
    const ids = await execute(['review', '--ids']);
    const file = path.join(dataDir, 'ids.txt');
    fs.writeFileSync(file, `${ids}\ncareers/unknown\r\n`);
    const erase = ['erase', '--ids', file];
    await execute(erase);
    await execute([...erase, '--yes']);
    expect(await listIds()).toEqual(['fine']);
    for (const line of ['> pear@0.1.0', 'other/a', 'careers/', 'a/b/c']) {
      fs.writeFileSync(file, `careers/fine\n${line}\n`);
      await execute(erase);
    }
    fs.rmSync(file);
    await execute(erase);
    await expectFile('erase-ids');
  });

  test('purge erases old records of one collection or of all', async () => {
    await storeTwoPeople();
    const { execute, expectFile } = transcript();
    const age = ['--older-than', '24mo'];
    const now = () => Date.now() + 740 * 86_400_000;
    await execute(['purge', ...age, '--yes']);
    await execute(['purge', ...age], { now });
    const purgeOne = ['purge', 'feedback', ...age, '--yes'];
    const text = await execute(purgeOne, { now });
    expect(await listIds()).toHaveLength(3);
    // A restored record keeps its age, although its document is new.
    await run(['restore', copyIn(text), '--yes']);
    await execute(['purge', ...age, '--yes'], { now });
    const copy = path.join(dataDir, 'copy');
    await execute(['purge', ...age, '--yes', '--out', copy], { now });
    expect(fs.existsSync(copy)).toBe(false);
    await expectFile('purge');
  });
});

const readFolder = (folder: string) =>
  fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join('');

test.for([true, false])(
  'erase removes the text from the local file (the server is running: %s)',
  async (isRunning) => {
    const { origin, dataDir, stop } = await startEmbedded();
    const email = 'Ada@x.org';
    // Store the batch twice, so that a line has several records, and a record
    // is in several lines.
    for (let times = 0; times < 2; times += 1)
      await storeRecords(origin, 'waitlist', ['a', 'a2'], { email });
    await storeRecords(origin, 'waitlist', ['g'], { email: 'grace@x.org' });
    if (!isRunning) await stop();
    const before = readFolder(dataDir);
    expect(before.match(/ada@x/gi)).toHaveLength(4);
    const run = (...args: string[]) => runRecords(args, { DATA_DIR: dataDir });
    const all = await run('--json');
    const copy = path.join(temporaryFolder(), 'copy.jsonl');
    const { text } = await run('erase', 'ada@x.org', '--out', copy, '--yes');
    expect(text).toContain('Erased 2 records of ada@x.org: waitlist 2.\n');
    expect(readFolder(dataDir)).not.toMatch(/ada@x/i);
    const records = fs.readFileSync(`${dataDir}/records.jsonl`, 'utf8');
    expect(before).toContain(records);
    const lock = isRunning ? ['server.lock'] : [];
    expect(fs.readdirSync(dataDir).sort()).toEqual(['records.jsonl', ...lock]);
    await run('restore', copy, '--yes');
    expect(await run('--json')).toEqual(all);
    if (!isRunning) return;
    // The server continues with the file that replaced the old one.
    await storeRecords(origin, 'waitlist', ['b'], { email: 'bob@x.org' });
    expect((await run('waitlist')).text).toMatch(/\nwaitlist: 4\n.* b .*\n/);
    await stop();
  },
);

test('restore rejects a copy that is incomplete or changed', async () => {
  const DATA_DIR = temporaryFolder();
  const { execute, expectFile } = startTranscript(
    (args, runtime) => runRecords(args, { DATA_DIR }, runtime),
    { [DATA_DIR]: 'DATA' },
  );
  const file = path.join(DATA_DIR, 'copy.jsonl');
  const head = '{"copyOf":"demo-pear"}\n';
  const record =
    '{"path":"careers/a","fields":{"email":{"stringValue":"a"}}}\n';
  const wrongField = record.replace('{"stringValue":"a"}', '5');
  for (const text of [
    ...['', '{"copyOf":"x"}\n', '{"collection":"careers","id":"a"}'],
    ...[head + record, head + wrongField, `${head}${record}{"path":"ca`],
    `${head}${record}{"records":2}`,
  ]) {
    fs.writeFileSync(file, text);
    await execute(['restore', file, '--yes']);
    expect(fs.existsSync(path.join(DATA_DIR, 'records.jsonl'))).toBe(false);
  }
  await expectFile('restore-wrong-copies');
});

test.for([
  ['the copy', / cannot be written \(ENOSPC\);.* Nothing was erased\.$/],
  ['the records', /^ENOSPC.*\. Before that, 0 of 1 records were erased; run /],
  ['a server', /ENOSPC.*"; check what the server reports.* 0 of 1 records wer/],
] as const)('erase fails without space for %s', async ([what, message]) => {
  const { origin, dataDir, stop } = await startEmbedded();
  await storeRecords(origin, 'careers', ['a'], { email: 'ada@x.org' });
  if (what !== 'a server') await stop();
  const env = { DATA_DIR: dataDir };
  const before = await runRecords(['--json'], env);
  const call = what === 'the copy' ? 'appendFileSync' : 'renameSync';
  vi.spyOn(fs, call).mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
  });
  const noCopy = what === 'the copy' ? [] : ['--no-copy'];
  const erase = runRecords(['erase', 'ada@x.org', '--yes', ...noCopy], env);
  await expectUserError(erase, message);
  expect(await runRecords(['--json'], env)).toEqual(before);
  expect(fs.readdirSync(dataDir).join()).not.toMatch(/partial|erased/);
  if (what !== 'a server') return;
  const served = await storedAt(origin, database);
  expect(Object.keys(served)).toEqual(['careers/a']);
  await stop();
});
