import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  commandTable,
  formatHelp,
  parseCommandLine,
} from '../../../src/owner/command-line.ts';
import { knownFields } from '../../../src/rules/known-fields.ts';
import { expectUserError, runRecords } from '../../contract/records-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

test('rejects wrong command lines with one line of advice, and changes nothing', async () => {
  const DATA_DIR = createTempFolder();
  const lines = [
    'waitlist careers',
    'purge',
    '--yaml',
    '--out',
    'waitlist --yes',
    '--counts --new me',
    '--csv --json',
    '--for none',
    'report waitlist',
    '--since 2026-02-30',
    'person',
    'person ada',
    'backup now',
    'restore',
    'restore a b',
    'erase',
    'erase ada',
    'erase ada@x.org b',
    'erase ada@x.org --out a',
    'erase --older-than 1y --ids a',
    'erase --collection careers',
    'erase --older-than 2',
    'erase --older-than 1y --collection none',
  ];
  let text = '';
  for (const line of lines) {
    const run = runRecords(line.split(' '), { DATA_DIR });
    const error: Error = await run.then(String, (error) => error);
    expect(error).toMatchObject({ name: 'UserError' });

    text += `${line}\n  ${error.message}\n`;
  }
  await expect(text).toMatchFileSnapshot('command-line/errors.txt');
});

test('no collection has the name of a command, which would hide its records', () => {
  const names = [...Object.keys(commandTable), 'help'];
  expect(names.filter((name) => knownFields.has(name))).toEqual([]);
});

test('the help shows each command with its options', async () => {
  const help = formatHelp(['waitlist', 'careers']);
  await expect(help).toMatchFileSnapshot('command-line/help.txt');
});

test('each command prints the help with --help', async () => {
  for (const command of Object.keys(commandTable)) {
    const { text } = await runRecords([command, '--help'], {});
    expect(text, command).toMatch(/^npm run records .* look .* erase /s);
  }
});

test.each([
  { args: [], command: 'look' },
  { args: ['report'], command: 'report' },
  { args: ['waitlist', '--csv'], command: 'look', argument: 'waitlist' },
  { args: ['person', 'ada@x.org'], command: 'person', argument: 'ada@x.org' },
  { args: ['erase', '--older-than', '1y'], command: 'erase' },
])('reads "$args" as the command $command', ({ args, command, argument }) => {
  expect(parseCommandLine(args)).toMatchObject({ command, argument });
});

test('reports an option that npm did not pass on to the command', async () => {
  const args = ['erase', 'ada@x.org'];
  const env = { npm_config_older_than: '1y', npm_config_yes: 'true' };
  expect(() => parseCommandLine(args, env)).toThrow(
    'npm took --older-than and --yes for itself; write "--" with its quotes',
  );
  await expectUserError(
    runRecords(args, { npm_config_yes: 'true' }),
    /npm took --yes for itself/,
  );
});

test('docs/operations.md has an example of each command', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  // Without a command, `look` runs.
  const missing = Object.keys(commandTable).filter(
    (name) => name !== 'look' && !page.includes(`records "--" ${name}`),
  );
  expect(missing).toEqual([]);
});
