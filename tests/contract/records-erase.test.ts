import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded, storedAt } from './backend.ts';
import {
  database,
  expectUserError,
  hand,
  linesOf,
  show,
  wherever,
} from './owner.ts';

// A module's own exports cannot be spied on; these pass on to the real ones.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

const day = 24 * 60 * 60 * 1000;
/** The copy that a command says it has made. */
const copyIn = (text: string) => /^They are in (.+)$/m.exec(text)?.[1] ?? '';
const interrupted = { signal: AbortSignal.abort() };

await wherever('demo-erase', (place) => {
  const { run, give, all, transcript, dataDir } = place;
  const left = async () => linesOf(await all()).map(({ id }) => id);
  const giveAll = async () => {
    for (const collection of ['waitlist', 'favoriteBrand', 'feedback']) {
      const message = '\u001b[31m\u202e"\n=1 😀';
      const email = 'Ada@Bücher.example';
      const own = collection === 'feedback' ? { email, message } : { email };
      await give(collection, [`ada-${collection}`], own);
    }
    await give('waitlist', ['grace'], { email: 'grace@x.org' });
  };

  test('a person is erased in all collections, and restored', async () => {
    await giveAll();
    const before = await all();
    const { say, compare } = transcript();
    const erase = ['erase', 'ADA@bücher.EXAMPLE'];
    await say(erase);
    await say([...erase, '--yes'], interrupted);
    expect(await all()).toBe(before);
    const copy = copyIn(await say([...erase, '--yes']));
    expect(await left()).toEqual(['grace']);
    await say([...erase, '--yes']);
    expect(path.dirname(copy)).toBe(dataDir);
    expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(copy, 'utf8')).not.toMatch(/\p{Cf}/u);
    const restore = ['restore', copy];
    await say(restore);
    await say([...restore, '--yes'], interrupted);
    expect(await left()).toEqual(['grace']);
    // Twice, as after an interruption: the same is written again.
    for (let times = 0; times < 2; times += 1) {
      await say([...restore, '--yes']);
      expect(await all()).toBe(before);
    }
    await compare('erase');
  });

  test('what is near an address is named, and stays', async () => {
    const near = [
      ...['ada+news@x.org', 'ada@x.org.', '<ada@x.org>', 'mailto:ada@x.org'],
      ...['ada\u200b@x.org', 'ADA@X.ORG,b@x.org', '"Ada" ada@x.org'],
    ];
    const far = ['nada@x.org', 'ada@x.org.uk', 'ada@xx.org', 'a.ada@x.org'];
    for (const [index, email] of [...near, ...far].entries())
      await give('careers', [`c${index}`], { email });
    await give('feedback', ['said'], { message: 'To: ada@x.org\nHi' });
    await give('feedback', ['theirs'], { email: 'Ada@x.org' });
    const { say, compare } = transcript();
    await say(['erase', 'ada@x.org', '--no-copy', '--yes']);
    expect(await left()).toHaveLength(near.length + far.length + 1);
    await compare('erase-near');
  });

  test('what a review flags is erased by its ids', async () => {
    await give('brandContact', ['s1', 's2'], { name: 'Buy at my-site.ru' });
    await give('careers', ['fine'], { email: 'ada@x.org' });
    const { say, compare } = transcript();
    const ids = await say(['review', '--ids']);
    const file = path.join(dataDir, 'ids.txt');
    fs.writeFileSync(file, `${ids}\ncareers/unknown\r\n`);
    const erase = ['erase', '--ids', file];
    await say(erase);
    await say([...erase, '--yes']);
    expect(await left()).toEqual(['fine']);
    for (const line of ['> pear@0.1.0', 'other/a', 'careers/', 'a/b/c']) {
      fs.writeFileSync(file, `careers/fine\n${line}\n`);
      await say(erase);
    }
    fs.rmSync(file);
    await say(erase);
    await compare('erase-ids');
  });

  test('what is older than an age is purged, in one or in all', async () => {
    await giveAll();
    const { say, compare } = transcript();
    const old = ['--older-than', '24mo', '--yes'];
    const now = () => Date.now() + 740 * day;
    await say(['purge', ...old]);
    await say(['purge', ...old.slice(0, 2)], { now });
    const text = await say(['purge', 'feedback', ...old], { now });
    expect(await left()).toHaveLength(3);
    // What is restored is as old as before, though its document is new.
    await run(['restore', copyIn(text), '--yes']);
    expect((await run(['purge', ...old], { now })).text).toContain('Erased 4 ');
    const none = path.join(dataDir, 'none');
    await run(['purge', ...old, '--out', none], { now });
    expect(fs.existsSync(none)).toBe(false);
    await compare('purge');
  });
});

const textsIn = (folder: string) =>
  fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
    .join('');

test.for([true, false])(
  "the local store's file loses the text, served: %s",
  async (isServed) => {
    const { origin, dataDir, stop } = await startEmbedded();
    const email = 'Ada@x.org';
    // One line of the file may hold several records, one record several lines.
    for (let times = 0; times < 2; times += 1)
      await hand(origin, 'waitlist', ['a', 'a2'], { email });
    await hand(origin, 'waitlist', ['g'], { email: 'grace@x.org' });
    if (!isServed) await stop();
    const before = textsIn(dataDir);
    expect(before.match(/ada@x/gi)).toHaveLength(4);
    const run = (...args: string[]) => show(args, { DATA_DIR: dataDir });
    const all = await run('--json');
    const copy = path.join(temporaryFolder(), 'copy.jsonl');
    const { text } = await run('erase', 'ada@x.org', '--out', copy, '--yes');
    expect(text).toContain('Erased 2 of ada@x.org: waitlist 2.\n');
    expect(textsIn(dataDir)).not.toMatch(/ada@x/i);
    expect(before).toContain(
      fs.readFileSync(`${dataDir}/records.jsonl`, 'utf8'),
    );
    const held = isServed ? ['server.lock'] : [];
    expect(fs.readdirSync(dataDir).sort()).toEqual(['records.jsonl', ...held]);
    await run('restore', copy, '--yes');
    expect(await run('--json')).toEqual(all);
    if (!isServed) return;
    // The server goes on with the file that took the old one's place.
    await hand(origin, 'waitlist', ['b'], { email: 'bob@x.org' });
    expect((await run('waitlist')).text).toMatch(/\nwaitlist: 4\n.* b .*\n/);
    await stop();
  },
);

const head = '{"copyOf":"demo-pear"}\n';
const record = '{"path":"careers/a","fields":{"email":{"stringValue":"a"}}}\n';
const odd = record.replace('{"stringValue":"a"}', '5');

test.for([
  ['{"copyOf":"x"}\n', 'is a copy of the project x, and this is demo-pear; '],
  [head + record, 'ends after 1 records and is cut short; take a whole copy'],
  [`${head}${record}{"path":"ca`, ', line 3, is no line of a copy'],
  [`${head}${record}{"records":2}`, ', line 3, is no line of a copy'],
  ['{"collection":"careers","id":"a"}', ', line 1, is no line of a copy'],
  [head + odd, ', line 2, is no line of a copy'],
  ['', 'ends after 0 records and is cut short; take a whole copy'],
] as const)('a copy of %j restores nothing', async ([text, message]) => {
  const DATA_DIR = temporaryFolder();
  const file = path.join(DATA_DIR, 'copy.jsonl');
  fs.writeFileSync(file, text);
  const restore = show(['restore', file, '--yes'], { DATA_DIR });
  await expectUserError(restore, message);
  expect(fs.existsSync(path.join(DATA_DIR, 'records.jsonl'))).toBe(false);
});

test.for([
  ['the copy', / cannot be written \(ENOSPC\);.* Nothing is erased\.$/],
  ['the records', /^ENOSPC.*\. Until then 0 of 1 are erased; run it again/],
  ['a server', /ENOSPC.*"; see what it reports.* 0 of 1 are erased; run it/],
] as const)('a full disk of %s erases nothing', async ([what, message]) => {
  const { origin, dataDir, stop } = await startEmbedded();
  await hand(origin, 'careers', ['a'], { email: 'ada@x.org' });
  if (what !== 'a server') await stop();
  const env = { DATA_DIR: dataDir };
  const before = await show(['--json'], env);
  const step = what === 'the copy' ? 'appendFileSync' : 'renameSync';
  vi.spyOn(fs, step).mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
  });
  const noCopy = what === 'the copy' ? [] : ['--no-copy'];
  const erase = show(['erase', 'ada@x.org', '--yes', ...noCopy], env);
  await expectUserError(erase, message);
  expect(await show(['--json'], env)).toEqual(before);
  expect(fs.readdirSync(dataDir).join()).not.toMatch(/partial|erased/);
  if (what !== 'a server') return;
  const served = await storedAt(origin, database);
  expect(Object.keys(served)).toEqual(['careers/a']);
  await stop();
});
