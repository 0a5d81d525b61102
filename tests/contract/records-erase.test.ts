import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder } from '../support/temporary-folder.ts';
import { testBothSources } from './records-command.ts';
import { createValidTexts } from './table/row.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A little more than 24 months. */
const longAgeMs = 740 * dayMs;
const abortedRuntime = { signal: AbortSignal.abort() };
/** The permissions of a file that only its owner can read and write. */
const ownerOnly = 0o600;

/** Finds the path of the backup in the output of a command. */
function findBackup(text: string): string {
  return /^(?:Wrote|Backed up to) (.+)$/m.exec(text)?.[1] ?? '';
}

function readPermissions(file: string): number {
  return fs.statSync(file).mode & 0o777;
}

await testBothSources('demo-erase', (runner) => {
  const { run, store, listIds, startTranscript, dataDir } = runner;
  const listFile = path.join(dataDir, 'ids.txt');
  const writeList = (...lines: string[]) =>
    fs.writeFileSync(listFile, `${lines.join('\n')}\n`);

  async function storeTwoPeople(): Promise<void> {
    const email = 'Ada@Bücher.example';
    const message = '\u001b[31m\u202e"\n=1 😀';
    await store('waitlist', ['ada-waitlist'], { email });
    await store('favoriteBrand', ['ada-favoriteBrand'], { email });
    await store('feedback', ['ada-feedback'], { email, message });
    await store('waitlist', ['grace'], { email: 'grace@x.org' });
  }

  async function expectNoRecords(): Promise<void> {
    expect(await run(['--counts'])).toMatch(/^(\w+: 0\n)+$/);
  }

  /** Copies a backup to a place that the commands do not know. */
  function copyBackup(backup: string): string {
    const copy = path.join(dataDir, 'moved');
    fs.copyFileSync(backup, copy);
    return copy;
  }

  test("erase ADDRESS deletes a person's records everywhere, and no restore brings them back", async () => {
    await storeTwoPeople();
    const transcript = startTranscript();
    const backup = findBackup(await transcript.run(['backup']));
    const unknownCopy = copyBackup(backup);
    const recordsBefore = await run(['--json']);
    const erase = ['erase', 'ADA@bücher.EXAMPLE'];

    // Without --yes, and after Ctrl+C, nothing is erased.
    await transcript.run(erase);
    await transcript.run([...erase, '--yes'], abortedRuntime);
    expect(await run(['--json'])).toBe(recordsBefore);

    await transcript.run([...erase, '--yes']);
    expect(await listIds()).toEqual(['grace']);
    expect(fs.readFileSync(backup, 'utf8')).not.toMatch(/bücher|ada-/i);

    // The second time finds no record, but still knows the erased ids.
    await transcript.run([...erase, '--yes']);
    for (const file of [backup, unknownCopy]) {
      await transcript.run(['restore', file]);
      await transcript.run(['restore', file, '--yes', '--overwrite']);
      expect(await listIds()).toEqual(['grace']);
    }

    await transcript.expectFile('erase-person');
  });

  test('a person whose records only a backup holds stays erased, too', async () => {
    await storeTwoPeople();
    writeList(
      'waitlist/ada-waitlist',
      'favoriteBrand/ada-favoriteBrand',
      'waitlist/grace',
    );
    const out = path.join(createTempFolder(), 'backup.jsonl');
    const eraseListed = ['erase', '--ids', listFile, '--out', out, '--yes'];
    expect(findBackup(await run(eraseListed))).toBe(out);
    const unknownCopy = copyBackup(out);

    await run(['erase', 'ada@bücher.example', '--yes']);
    await expectNoRecords();

    for (const file of [out, unknownCopy])
      await run(['restore', file, '--yes', '--overwrite']);
    expect(await listIds()).toEqual(['grace']);
  });

  test('erase lists near matches of an address, and erases them if --ids names them', async () => {
    const nearEmails = ['ada+news@x.org', '<ada@x.org>', 'ADA@X.ORG,b@x.org'];
    const otherEmails = [
      'nada@x.org',
      'ada@x.org.uk',
      'ada@xx.org',
      'a.ada@x.org',
    ];
    const careersIds: string[] = [];
    for (const [index, email] of [...nearEmails, ...otherEmails].entries()) {
      const id = `c${index}`;
      await store('careers', [id], { email });
      careersIds.push(id);
    }
    await store('feedback', ['mention'], { message: 'To: ada@x.org\nHi' });
    await store('feedback', ['match'], { email: 'Ada@x.org' });

    const transcript = startTranscript();
    await transcript.run(['erase', 'ada@x.org', '--yes']);
    expect(await listIds()).toEqual([...careersIds, 'mention']);

    const backup = findBackup(await run(['backup']));
    writeList('careers/c0  # ada+news@x.org', 'feedback/mention');
    await transcript.run(['erase', 'ada@x.org', '--ids', listFile, '--yes']);
    expect(await listIds()).not.toContain('c0');

    await run(['restore', backup, '--yes']);
    expect(await listIds()).not.toContain('c0');
    await transcript.expectFile('erase-near');
  });

  test('person prints everything that is held about a person, also in backups', async () => {
    await storeTwoPeople();
    await store('careers', ['long'], {
      email: 'ada@bücher.example',
      message: `${'m'.repeat(4000)}\nend`,
    });
    await run(['backup']);
    writeList('careers/long');
    await run(['erase', '--ids', listFile, '--yes']);

    const transcript = startTranscript();
    const personOfAda = ['person', 'ada@Bücher.example'];
    const text = await transcript.run(personOfAda);
    expect(text).toContain(`  message: ${'m'.repeat(4000)}\n    end\n`);

    const json = await run([...personOfAda, '--json']);
    expect(json.match(/"id":"[\w-]+"/g)).toHaveLength(4);

    // A file keeps the characters that a terminal must not get.
    const out = path.join(dataDir, 'ada.txt');
    await run([...personOfAda, '--out', out]);
    expect(fs.readFileSync(out, 'utf8')).toContain('\u202e');
    expect(readPermissions(out)).toBe(ownerOnly);

    // A list of other people's records must not go unnoticed.
    await transcript.run(['person', 'eve@x.org']);
    const listOptions = ['--ids', listFile, '--out', out];
    await transcript.run(['person', 'eve@x.org', ...listOptions]);
    await transcript.expectFile('person');
  });

  test('erase --ids erases what review --out lists, after a backup of it', async () => {
    await store('brandContact', ['s1', 's2'], { name: 'Buy at my-site.ru' });
    await store('careers', ['fine'], { email: 'ada@x.org' });
    const recordsBefore = await run(['--json']);
    const erase = ['erase', '--ids', listFile];

    const transcript = startTranscript();
    await transcript.run(['review', '--out', listFile]);
    fs.appendFileSync(listFile, `\ncareers/unknown\r\n# a comment\n`);
    await transcript.run(erase);
    const backup = findBackup(await transcript.run([...erase, '--yes']));
    expect(readPermissions(backup)).toBe(ownerOnly);
    expect(await listIds()).toEqual(['fine']);

    // No later erasure overwrites the backup.
    await transcript.run([...erase, '--yes']);
    await transcript.run([...erase, '--out', backup, '--yes']);
    await transcript.run(['restore', backup, '--yes']);
    expect(await run(['--json'])).toBe(recordsBefore);
    await transcript.expectFile('erase-ids');
  });

  test('erase --ids rejects a file with a line that is no path, and erases nothing', async () => {
    await store('careers', ['fine']);
    const wrongLines = {
      'line-of-npm': '> pear@0.1.0',
      'unknown-collection': 'other/a',
      'without-id': 'careers/',
      'with-two-slashes': 'careers/a/b',
    };

    const transcript = startTranscript();
    for (const [name, line] of Object.entries(wrongLines)) {
      const file = path.join(dataDir, name);
      fs.writeFileSync(file, `careers/fine\n${line}\n`);
      await transcript.run(['erase', '--ids', file, '--yes']);
    }
    const missingFile = path.join(dataDir, 'missing-file');
    await transcript.run(['erase', '--ids', missingFile, '--yes']);

    expect(await listIds()).toEqual(['fine']);
    await transcript.expectFile('erase-wrong-ids');
  });

  test('erase --older-than erases old records, and changes nothing of another collection', async () => {
    await storeTwoPeople();
    const eraseOld = ['erase', '--older-than', '24mo'];
    const now = () => Date.now() + longAgeMs;

    // Today no record is old, but later each will be.
    const fullBackup = findBackup(await run(['backup']));
    const fullText = fs.readFileSync(fullBackup, 'utf8');
    const transcript = startTranscript();
    await transcript.run([...eraseOld, '--yes']);
    await transcript.run(eraseOld, { now });

    // This backup holds records of another collection.
    writeList('waitlist/grace');
    const eraseListed = await run(['erase', '--ids', listFile, '--yes']);
    const waitlistBackup = findBackup(eraseListed);
    const textBefore = fs.readFileSync(waitlistBackup, 'utf8');

    const eraseFeedback = [...eraseOld, '--collection', 'feedback', '--yes'];
    await transcript.run(eraseFeedback, { now });
    // The second run finds no record, and must not change other backups.
    await transcript.run(eraseFeedback, { now });
    expect(fs.readFileSync(waitlistBackup, 'utf8')).toBe(textBefore);
    expect(await listIds()).toEqual(['ada-waitlist', 'ada-favoriteBrand']);

    // What the backups still hold is not erased, so the command names them.
    const lastText = await transcript.run([...eraseOld, '--yes'], { now });
    await expectNoRecords();
    expect(lastText).toContain(`4 records in ${fullBackup}`);
    expect(lastText).toContain(`1 record in ${waitlistBackup}`);
    expect(fs.readFileSync(fullBackup, 'utf8')).toBe(fullText);
    expect(fs.readFileSync(waitlistBackup, 'utf8')).toBe(textBefore);
    await transcript.expectFile('erase-old');
  });

  test('a restored record keeps its age, although its document is new', async () => {
    await store('careers', ['old']);
    writeList('careers/old');
    const eraseListed = await run(['erase', '--ids', listFile, '--yes']);
    const backup = findBackup(eraseListed);

    const text = fs.readFileSync(backup, 'utf8');
    const [head, record = '', end] = text.split('\n');
    const oldRecord = JSON.parse(record);
    oldRecord.fields.timestamp.timestampValue = '2020-02-29T12:00:00Z';
    const lines = [head, JSON.stringify(oldRecord), end, ''];
    fs.writeFileSync(backup, lines.join('\n'));

    await run(['restore', backup, '--yes']);
    expect(await listIds()).toEqual(['old']);
    await run(['erase', '--older-than', '24mo', '--yes']);
    await expectNoRecords();
  });

  test('erase lists a deleted backup as moved, but not one that was never written', async () => {
    await storeTwoPeople();
    const now = () => Date.now() - longAgeMs;
    const out = path.join(dataDir, 'never.jsonl');
    await run(['erase', '--older-than', '1y', '--out', out, '--yes'], { now });
    expect(fs.existsSync(out)).toBe(false);

    const textWithoutBackup = await run(['erase', 'eve@x.org']);
    expect(textWithoutBackup).not.toContain('never.jsonl');

    // A backup that its owner has moved is listed.
    await run(['backup', '--out', out]);
    fs.rmSync(out);
    const textAfterMove = await run(['erase', 'eve@x.org']);
    expect(textAfterMove).toContain(`${out} was moved or deleted`);
  });

  test('printed commands are safe to paste into a shell', async () => {
    const email = "`id`$(id)$USER'a@x.org";
    await store('waitlist', ['a'], { email });
    await store('feedback', ['b'], { message: `Ask ${email}` });
    const texts = [
      await run(['backup']),
      await run(['erase', email]),
      await run(['erase', email, '--yes']),
    ];

    const lines = texts.flatMap((text) => text.split('\n'));
    const commands = lines.filter((line) => line.includes('npm run '));
    const commandText = commands.join('\n');
    expect(commandText).toContain('npm run records "--" restore /');
    expect(commandText).not.toContain('USER');
  });

  test('restore writes what is missing or older, and replaces newer records only with --overwrite', async () => {
    await store('waitlist', ['same', 'gone', 'edited'], { email: 'a@x.org' });
    const backup = findBackup(await run(['backup']));
    const waitlistBefore = await run(['waitlist', '--json']);

    // After the backup a record is deleted, another one is replaced, and one is new.
    writeList('waitlist/gone');
    await run(['erase', '--ids', listFile, '--yes']);
    await store('waitlist', ['edited'], { email: 'b@x.org' });
    await store('careers', ['later'], createValidTexts('careers'));

    const transcript = startTranscript();
    await transcript.run(['restore', backup]);
    await transcript.run(['restore', backup, '--yes']);
    expect(await run(['waitlist', '--json'])).toContain('b@x.org');
    await transcript.run(['restore', backup, '--yes']);

    // A newer backup replaces what an older one has restored.
    const newerBackup = findBackup(await run(['backup']));
    await transcript.run(['restore', backup, '--overwrite', '--yes']);
    expect(await run(['waitlist', '--json'])).toBe(waitlistBefore);
    await transcript.run(['restore', newerBackup, '--yes']);
    expect(await run(['waitlist', '--json'])).toContain('b@x.org');
    await transcript.expectFile('restore');
  });

  test('restore rejects a file that is not a complete backup of this project', async () => {
    await store('careers', ['a']);
    const backup = fs.readFileSync(findBackup(await run(['backup'])), 'utf8');
    const [head = '', record = ''] = backup.split('\n');
    const headOfOtherProject = { ...JSON.parse(head), backupOf: 'other' };

    const wrongFiles = {
      'empty-file': '',
      'json-export': await run(['--json']),
      'other-project': `${JSON.stringify(headOfOtherProject)}\n`,
      'without-last-line': `${head}\n${record}`,
      'half-line': `${head}\n${record}\n{"path":"ca`,
      'field-without-type': `${head}\n{"path":"careers/a","fields":{"email":5}}\n`,
      'wrong-number-of-records': `${head}\n${record}\n{"records":2}`,
      'record-after-last-line': `${backup}${record}\n`,
    };
    const transcript = startTranscript();
    for (const [name, text] of Object.entries(wrongFiles)) {
      const file = path.join(dataDir, name);
      fs.writeFileSync(file, text);
      await transcript.run(['restore', file, '--yes']);
    }

    await transcript.expectFile('restore-wrong-files');
  });
});
