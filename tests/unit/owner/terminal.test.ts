import { expect, test } from 'vitest';
import { commandTable } from '../../../src/owner/command-line.ts';
import { runCommand } from '../../../src/owner/run-command.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';
import { createFakeRuntime, createRecordingRuntime } from './fake-runtime.ts';
import { createFakeSource } from './fake-source.ts';

// Visitors write the records, and a terminal executes control characters.
const stringValue = 'ada\u001b[31m\u202e\u009b"\r\n\u0007=1';
const emails = [
  'ada@x.org',
  `ada@x.org${stringValue}`,
  // Near matches, which several commands name.
  'ada\u001b@gmail.com',
  'a.da\u001b@gmail.com',
];

/** Creates sign-ups whose texts contain such characters. */
function createHostileDocuments() {
  const texts = { favoriteBrand: { stringValue }, brand: { stringValue } };
  const timestamp = { timestampValue: '2026-11-01T00:00:00Z' };
  return new Map(
    emails.map((email, at) => [
      `waitlist/0a1b2c3d-4e5f-4000-8000-00000000000${at}`,
      { ...texts, email: { stringValue: email }, timestamp },
    ]),
  );
}

const sampleArguments = {
  COLLECTION: 'waitlist',
  ADDRESS: 'ada@x.org',
  FILE: 'backup.jsonl',
};

interface Command {
  argument?: keyof typeof sampleArguments;
  options: Readonly<Record<string, { type: string }>>;
}

/** Returns the arguments of a command alone, and with each option without a value. */
function listCommandLines(name: string, { argument, options }: Command) {
  const sample = argument ? [sampleArguments[argument]] : [];
  const commandLine = [name, ...sample];
  const flags = Object.entries(options)
    .filter(([option, { type }]) => type === 'boolean' && option !== 'yes')
    .map(([option]) => `--${option}`);
  return [commandLine, ...flags.map((flag) => [...commandLine, flag])];
}

test.each(Object.entries<Command>(commandTable))(
  '%s prints and logs nothing that controls a terminal',
  async (name, command) => {
    const folder = createTempFolder();
    const source = createFakeSource(createHostileDocuments());
    const backupArgs = ['backup', '--out', sampleArguments.FILE];
    await runCommand(backupArgs, createFakeRuntime(folder), () => source);

    const { runtime, printedTexts, loggedTexts } =
      createRecordingRuntime(folder);
    const terminalRuntime = { ...runtime, isTerminal: true };
    for (const args of listCommandLines(name, command))
      await runCommand(args, terminalRuntime, () => source);

    const output = [...printedTexts, ...loggedTexts].join('\n');
    expect(output).not.toBe('');
    expect(output.replace(/\r?\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  },
);
