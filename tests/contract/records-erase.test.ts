import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { quotePath } from '../../src/owner/output-file.ts';
import { testBothSources } from './records-command.ts';
import { goodTexts } from './table/row.ts';

/** Finds the path of the backup in the output of a command. */
const findBackup = (text: string) =>
  /^(?:Wrote|Backed up to) (.+)$/m.exec(text)?.[1] ?? '';
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

  test("erase ADDRESS deletes a person's records everywhere, and no restore brings them back", async () => {
    await storeTwoPeople();
    const { execute, expectFile } = transcript();
    const backup = findBackup(await execute(['backup']));
    const unknownCopy = path.join(dataDir, 'moved');
    fs.copyFileSync(backup, unknownCopy);
    const before = await run(['--json']);
    const erase = ['erase', 'ADA@bücher.EXAMPLE'];
    await execute(erase);
    await execute([...erase, '--yes'], abortedRuntime);
    expect(await run(['--json'])).toBe(before);
    await execute([...erase, '--yes']);
    expect(await listIds()).toEqual(['grace']);
    expect(fs.readFileSync(backup, 'utf8')).not.toMatch(/bücher|ada-/i);
    await execute([...erase, '--yes']);
    for (const file of [backup, unknownCopy]) {
      await execute(['restore', file]);
      await execute(['restore', file, '--yes', '--overwrite']);
      expect(await listIds()).toEqual(['grace']);
    }
    await expectFile('erase-person');
  });

  test('a person whose records only a backup holds stays erased, too', async () => {
    await storeTwoPeople();
    const listFile = path.join(dataDir, 'ids.txt');
    const ids = ['waitlist/ada-waitlist', 'favoriteBrand/ada-favoriteBrand'];
    fs.writeFileSync(listFile, [...ids, 'waitlist/grace'].join('\n'));
    const out = path.join(dataDir, `elsewhere-${path.basename(dataDir)}.jsonl`);
    fs.rmSync(out, { force: true });
    const eraseListed = ['erase', '--ids', listFile, '--out', out, '--yes'];
    expect(findBackup(await run(eraseListed))).toBe(out);
    const unknownCopy = path.join(dataDir, 'moved');
    fs.copyFileSync(out, unknownCopy);
    await run(['erase', 'ada@bücher.example', '--yes']);
    expect(await run(['--counts'])).toMatch(/^(\w+: 0\n)+$/);
    for (const file of [out, unknownCopy])
      await run(['restore', file, '--yes', '--overwrite']);
    expect(await listIds()).toEqual(['grace']);
  });

  test('erase lists near matches of an address, and erases them if --ids names them', async () => {
    const emails = ['ada+news@x.org', '<ada@x.org>', 'ADA@X.ORG,b@x.org'];
    const others = ['nada@x.org', 'ada@x.org.uk', 'ada@xx.org', 'a.ada@x.org'];
    for (const [index, email] of [...emails, ...others].entries())
      await store('careers', [`c${index}`], { email });
    await store('feedback', ['mention'], { message: 'To: ada@x.org\nHi' });
    await store('feedback', ['match'], { email: 'Ada@x.org' });
    const { execute, expectFile } = transcript();
    await execute(['erase', 'ada@x.org', '--yes']);
    expect(await listIds()).toHaveLength(emails.length + others.length + 1);
    const backup = findBackup(await run(['backup']));
    const file = path.join(dataDir, 'ids.txt');
    fs.writeFileSync(file, 'careers/c0  # ada+news@x.org\nfeedback/mention\n');
    await execute(['erase', 'ada@x.org', '--ids', file, '--yes']);
    expect(await listIds()).not.toContain('c0');
    await run(['restore', backup, '--yes']);
    expect(await listIds()).not.toContain('c0');
    await expectFile('erase-near');
  });

  test('person prints everything that is held about a person, also in backups', async () => {
    await storeTwoPeople();
    await store('careers', ['long'], {
      email: 'ada@bücher.example',
      message: `${'m'.repeat(4000)}\nend`,
    });
    await run(['backup']);
    const listFile = path.join(dataDir, 'ids.txt');
    fs.writeFileSync(listFile, 'careers/long\n');
    await run(['erase', '--ids', listFile, '--yes']);
    const { execute, expectFile } = transcript();
    const text = await execute(['person', 'ada@Bücher.example']);
    expect(text).toContain(`  message: ${'m'.repeat(4000)}\n    end\n`);
    const json = await run(['person', 'ada@Bücher.example', '--json']);
    expect(json.match(/"id":"[\w-]+"/g)).toHaveLength(4);
    const out = path.join(dataDir, 'ada.txt');
    await run(['person', 'ada@Bücher.example', '--out', out]);
    expect(fs.readFileSync(out, 'utf8')).toContain('\u202e');
    expect(fs.statSync(out).mode & 0o777).toBe(0o600);
    await execute(['person', 'eve@x.org']);
    const listed = ['--ids', listFile, '--out', out];
    // A list of other people's records must not go unnoticed.
    await execute(['person', 'eve@x.org', ...listed]);
    await expectFile('person');
  });

  test('erase --ids erases what review --out lists, after a backup of it', async () => {
    await store('brandContact', ['s1', 's2'], { name: 'Buy at my-site.ru' });
    await store('careers', ['fine'], { email: 'ada@x.org' });
    const before = await run(['--json']);
    const { execute, expectFile } = transcript();
    const file = path.join(dataDir, 'ids.txt');
    await execute(['review', '--out', file]);
    fs.appendFileSync(file, `\ncareers/unknown\r\n# a comment\n`);
    const erase = ['erase', '--ids', file];
    await execute(erase);
    const backup = findBackup(await execute([...erase, '--yes']));
    expect(fs.statSync(backup).mode & 0o777).toBe(0o600);
    expect(await listIds()).toEqual(['fine']);
    await execute([...erase, '--yes']);
    await execute([...erase, '--out', backup, '--yes']);
    await execute(['restore', backup, '--yes']);
    expect(await run(['--json'])).toBe(before);
    for (const line of ['> pear@0.1.0', 'other/a', 'careers/', 'a/b/c']) {
      fs.writeFileSync(file, `careers/fine\n${line}\n`);
      await execute(erase);
    }
    fs.rmSync(file);
    await execute(erase);
    await expectFile('erase-ids');
  });

  test('erase --older-than erases old records, and changes nothing of another collection', async () => {
    await storeTwoPeople();
    const { execute, expectFile } = transcript();
    const age = ['--older-than', '24mo'];
    const now = () => Date.now() + 740 * 86_400_000;
    await execute(['erase', ...age, '--yes']);
    await execute(['erase', ...age], { now });
    const listFile = path.join(dataDir, 'ids.txt');
    fs.writeFileSync(listFile, 'waitlist/grace\n');
    const waitlistBackup = findBackup(
      await run(['erase', '--ids', listFile, '--yes']),
    );
    const before = fs.readFileSync(waitlistBackup, 'utf8');
    const eraseFeedback = ['erase', ...age, '--collection', 'feedback'];
    // The second time finds no record, and must not look at other files.
    const text = await execute([...eraseFeedback, '--yes'], { now });
    await execute([...eraseFeedback, '--yes'], { now });
    expect(fs.readFileSync(waitlistBackup, 'utf8')).toBe(before);
    expect(await listIds()).toEqual(
      ['ada-favoriteBrand', 'ada-waitlist'].reverse(),
    );
    // A restored record keeps its age, although its document is new.
    await run(['restore', findBackup(text), '--yes']);
    await run(['erase', ...age, '--yes'], { now });
    expect(await run(['--counts'])).toMatch(/^waitlist: 0\n/);
    expect(fs.readFileSync(waitlistBackup, 'utf8')).toBe(before);
    await expectFile('erase-old');
  });

  test('a backup that was not written is not listed as moved', async () => {
    await storeTwoPeople();
    const now = () => Date.now() - 740 * 86_400_000;
    const out = path.join(dataDir, 'never.jsonl');
    await run(['erase', '--older-than', '1y', '--out', out, '--yes'], { now });
    expect(fs.existsSync(out)).toBe(false);
    expect(await run(['erase', 'eve@x.org'])).not.toContain('never.jsonl');
    // A backup that its owner has moved is.
    await run(['backup', '--out', out]);
    fs.rmSync(out);
    expect(await run(['erase', 'eve@x.org'])).toContain(
      `${out} was moved or deleted`,
    );
  });

  test('printed commands are safe to paste into a shell', async () => {
    const email = "`id`$(id)$USER'a@x.org";
    await store('waitlist', ['a'], { email });
    await store('feedback', ['b'], { message: `Ask ${email}` });
    const texts = [await run(['backup'])];
    for (const options of [[], ['--yes']])
      texts.push(await run(['erase', email, ...options]));
    const commands =
      texts
        .join('')
        .match(/.*npm run .*/g)
        ?.join() ?? '';
    expect(commands).toContain('npm run records "--" restore /');
    expect(commands).not.toContain('USER');
    const file = "/My $HOME/`id`/o'neil \\.jsonl";
    const print = `printf %s ${quotePath(file, 'linux')}`;
    expect(execFileSync('sh', ['-c', print]).toString()).toBe(file);
    expect(quotePath('C:\\My files\\a', 'win32')).toBe('"C:\\My files\\a"');
  });

  test('restore writes what is missing or older, and keeps what is newer unless told', async () => {
    await store('waitlist', ['same', 'gone', 'edited'], { email: 'a@x.org' });
    const { execute, expectFile } = transcript();
    const backup = findBackup(await run(['backup']));
    const before = await run(['--json']);
    const listFile = path.join(dataDir, 'ids.txt');
    fs.writeFileSync(listFile, 'waitlist/gone\n');
    await run(['erase', '--ids', listFile, '--yes']);
    await store('waitlist', ['edited'], { email: 'b@x.org' });
    await store('careers', ['later'], goodTexts('careers'));
    await execute(['restore', backup]);
    await execute(['restore', backup, '--yes']);
    expect(await run(['waitlist', '--json'])).toContain('b@x.org');
    await execute(['restore', backup, '--yes']);
    // A newer backup replaces what an older one has restored.
    const newerBackup = findBackup(await run(['backup']));
    await execute(['restore', backup, '--overwrite', '--yes']);
    expect(await run(['waitlist', '--json'])).toBe(before);
    await execute(['restore', newerBackup, '--yes']);
    expect(await run(['waitlist', '--json'])).toContain('b@x.org');
    await expectFile('restore');
  });

  test('restore rejects what is no complete backup of this project', async () => {
    const { execute, expectFile } = transcript();
    await store('careers', ['a']);
    const file = path.join(dataDir, 'backup');
    const backup = fs.readFileSync(findBackup(await run(['backup'])), 'utf8');
    const [head = '', record = ''] = backup.split('\n');
    const table = await run(['--json']);
    for (const text of [
      ...['', table, head.replace(/Of":"[^"]*/, 'Of":"other')],
      ...[`${head}\n${record}`, `${head}\n${record}\n{"path":"ca`],
      ...[`${head}\n{"path":"careers/a","fields":{"email":5}}\n`],
      ...[`${head}\n${record}\n{"records":2}`, `${backup}${record}\n`],
    ]) {
      fs.writeFileSync(file, text);
      await execute(['restore', file, '--yes']);
    }
    await expectFile('restore-wrong-files');
  });
});
