import * as fs from 'node:fs';
import * as path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openRecords } from '../../../src/node/server/firestore/records-file.ts';
import { main } from '../../../src/node/start.ts';
import {
  expectUserError,
  runRecords,
  storeRecords,
} from '../../contract/records-command.ts';
import { startSite } from '../../support/site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

/** Starts `npm run dev`, which needs no build. */
async function startServer() {
  const site = await startSite({ DATA_DIR: directory }, ['dev']);
  onTestFinished(site.stop);
  return site;
}

const submit = (origin: string, id: string) =>
  storeRecords(origin, 'waitlist', [id]);
const summary = async () =>
  (await runRecords([], { DATA_DIR: directory })).text;

test('a second server for the same folder ends with one line of advice', async () => {
  const first = await startServer();
  await submit(first.origin, 'ada');
  // An incomplete line, as if the server were writing it.
  fs.appendFileSync(path.join(directory, 'records.jsonl'), '{"time');
  const before = contents();
  const { origin, pid, started } = JSON.parse(before['server.lock'] ?? '');
  expect(started).toMatch(/\d/);
  expect({ origin, pid }).toEqual({ origin: first.origin, pid: first.pid });
  vi.stubEnv('DATA_DIR', directory);
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const mode of [[], ['dev']]) {
    await expectUserError(
      main(mode),
      `${directory} is in use by the server at ${first.origin}; stop that server, or set DATA_DIR to another folder.`,
    );
  }
  expect(await summary()).toContain('  ada  email=');
  expect(contents()).toEqual(before);
  // A server that was killed no longer locks the folder.
  await first.stop();
  const next = await startServer();
  await submit(next.origin, 'grace');
  expect(await summary()).toContain('waitlist: 2\n');
});

const running = process.ppid;
test.for([
  ['a running process', running, 'now', true],
  ['an ended process', 2 ** 30, 'now', false],
  ['an earlier process with the id of this process', process.pid, 'now', false],
  ['a process from before the last boot', running, 'long ago', false],
  ['a process that has not finished the file', '', 'now', true],
  ['a process whose id is reused', `${running},"started":"1"`, 'now', false],
] as const)('the lock of %s (%s, %s) is valid: %s', ([, pid, when, isHeld]) => {
  const lock = path.join(directory, 'server.lock');
  fs.writeFileSync(lock, `{"origin":"http://127.0.0.1:1","pid":${pid}`);
  if (when === 'long ago') fs.utimesSync(lock, 1, 1);
  const open = () => openRecords(directory, 'http://127.0.0.1:2');
  if (isHeld) expect(open).toThrow('is in use by the server at');
  else open().close();
  expect(fs.readdirSync(directory)).toEqual(
    isHeld ? ['server.lock'] : ['records.jsonl'],
  );
});

/** Returns the text of each file in the folder. */
function contents(): Record<string, string> {
  const textOf = (name: string) =>
    fs.readFileSync(path.join(directory, name), 'utf8');
  const names = fs.readdirSync(directory);
  return Object.fromEntries(names.map((name) => [name, textOf(name)]));
}
