import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { quotePath } from '../../src/owner/erased-copies.ts';
import { testBothSources } from './records-command.ts';

/** Finds the path of the copy in the output of a command. */
const findCopy = (text: string) => /^Copied to (.+)$/m.exec(text)?.[1] ?? '';
const abortedRuntime = { signal: AbortSignal.abort() };

await testBothSources('demo-erase', (runner) => {
  const { run, store, listIds, transcript, dataDir } = runner;
  const storeTwoPeople = async () => {
    const email = 'Ada@Bücher.example';
    const message = '\u001b[31m\u202e"\n=1 😀';
    for (const collection of ['waitlist', 'favoriteBrand'])
      await store(collection, [`ada-${collection}`], { email });
    await store('feedback', ['ada-feedback'], { email, message });
    await store('waitlist', ['grace'], { email: 'grace@x.org' });
  };

  test("the command erase deletes a person's records in all collections, and the command restore brings them back", async () => {
    await storeTwoPeople();
    const before = await run(['--json']);
    const { execute, expectFile } = transcript();
    const erase = ['erase', 'ADA@bücher.EXAMPLE'];
    await execute(erase);
    const out = ['--out', path.join(dataDir, 'erased')];
    await execute([...erase, '--yes', ...out], abortedRuntime);
    expect(await run(['--json'])).toBe(before);
    const copy = findCopy(await execute([...erase, '--yes']));
    expect(await listIds()).toEqual(['grace']);
    await execute([...erase, '--yes']);
    expect(path.dirname(copy)).toBe(dataDir);
    expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(copy, 'utf8')).not.toMatch(/\p{Cf}/u);
    const restore = ['restore', copy];
    await execute(restore);
    await execute([...restore, '--yes'], abortedRuntime);
    expect(await listIds()).toEqual(['grace']);
    // The second run repeats every write, as after an interruption.
    for (let times = 0; times < 2; times += 1) {
      await execute([...restore, '--yes']);
      expect(await run(['--json'])).toBe(before);
    }
    await expectFile('erase');
  });

  test('the erase command lists near matches of an address, but does not erase them', async () => {
    const emails = ['ada+news@x.org', '<ada@x.org>', 'ADA@X.ORG,b@x.org'];
    const others = ['nada@x.org', 'ada@x.org.uk', 'ada@xx.org', 'a.ada@x.org'];
    for (const [index, email] of [...emails, ...others].entries())
      await store('careers', [`c${index}`], { email });
    await store('feedback', ['mention'], { message: 'To: ada@x.org\nHi' });
    await store('feedback', ['match'], { email: 'Ada@x.org' });
    const { execute, expectFile } = transcript();
    await execute(['erase', 'ada@x.org', '--no-copy', '--yes']);
    expect(await listIds()).toHaveLength(emails.length + others.length + 1);
    await expectFile('erase-near');
  });

  test('erase --ids accepts the output of review --ids', async () => {
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
    const text = await execute(['purge', 'feedback', ...age, '--yes'], { now });
    expect(await listIds()).toHaveLength(3);
    // A restored record keeps its age, although its document is new.
    await run(['restore', findCopy(text), '--yes']);
    await execute(['purge', ...age, '--yes'], { now });
    const copy = path.join(dataDir, 'copy');
    await execute(['purge', ...age, '--yes', '--out', copy], { now });
    expect(fs.existsSync(copy)).toBe(false);
    await expectFile('purge');
  });

  test('printed commands are safe to paste into a shell', async () => {
    const email = "`id`$(id)$USER'a@x.org";
    await store('waitlist', ['a'], { email });
    await store('feedback', ['b'], { message: `Ask ${email}` });
    let text = '';
    for (const options of [[], ['--no-copy'], ['--yes']]) {
      text = await run(['erase', email, ...options]);
      const commands = text.match(/.*npm run .*/g)?.join() ?? '';
      expect(commands).toContain('erase --ids FILE');
      expect(commands).not.toContain('USER');
    }
    expect(text).toContain(`: npm run records restore ${findCopy(text)}\n`);
    expect(text).toContain(' no longer needed, at the latest on 2026-12-01.\n');
    const file = "/My $HOME/`id`/o'neil \\.jsonl";
    const print = `printf %s ${quotePath(file, 'linux')}`;
    expect(execFileSync('sh', ['-c', print]).toString()).toBe(file);
    expect(quotePath('C:\\My files\\a', 'win32')).toBe('"C:\\My files\\a"');
  });

  test('erase lists the backup files that still contain the email address, and purge deletes old backup files', async () => {
    const listCopies = () =>
      fs.readdirSync(dataDir).filter((name) => name.startsWith('erased-'));
    await store('waitlist', ['a'], { email: 'bobsmith@gmail.com' });
    const otherCopy = 'erased-2020-01-01T00-00-00.000Z.jsonl';
    const line = '{"copyOf":"other"}\n"bobsmith@gmail.com"\n';
    fs.writeFileSync(path.join(dataDir, otherCopy), line);
    const { execute, expectFile } = transcript();
    await execute(['erase', 'bobsmith@gmail.com', '--yes']);
    const copies = listCopies();
    for (const address of ['b.ob.smith@googlemail.com', 'eve@x.org'])
      await execute(['erase', address]);
    const purge = ['purge', '--older-than', '24mo'];
    await execute(purge);
    const runtimeIn2028 = { now: () => Date.parse('2028-11-01T00:01:00Z') };
    await execute(purge, runtimeIn2028);
    expect(listCopies()).toEqual(copies);
    await execute([...purge, '--yes'], runtimeIn2028);
    expect(listCopies()).toEqual([otherCopy]);
    await expectFile('copies');
  });
});
