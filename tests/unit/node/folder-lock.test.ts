import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockBuild } from '../../../src/node/build.ts';
import { cacheFolder } from '../../../src/node/build-cache.ts';
import { localFirestore } from '../../../src/node/server/firestore/plugin.ts';
import { openRecords } from '../../../src/node/server/firestore/records-file.ts';
import { main } from '../../../src/node/start.ts';
import {
  expectUserError,
  runRecords,
  storeRecords,
} from '../../contract/records-command.ts';
import { freePort, listen } from '../../support/ports.ts';
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
const readSummary = async () =>
  (await runRecords([], { DATA_DIR: directory })).text;

test('a second server for the same folder ends with one line of advice', async () => {
  const first = await startServer();
  await submit(first.origin, 'ada');
  // Append an incomplete line, as if the server were writing it now.
  fs.appendFileSync(path.join(directory, 'records.jsonl'), '{"time');
  const before = readContents();
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
  expect(await readSummary()).toContain('  ada  email=');
  expect(readContents()).toEqual(before);
  // A server that has ended no longer locks the folder.
  await first.stop();
  const next = await startServer();
  await submit(next.origin, 'grace');
  expect(await readSummary()).toContain('waitlist: 2\n');
});

test('a port in use ends the program with one line of advice', async () => {
  const { port, stop } = await listen(http.createServer());
  const env = { PORT: `${port}`, DATA_DIR: directory };
  await expect(startSite(env, ['dev'])).rejects.toThrow(
    `Port ${port} is in use or not allowed; stop the program that uses the port, or set PORT to a free one.\n`,
  );
  await stop();
});

test('an emulator that does not respond is a user error', async () => {
  const emulator = `127.0.0.1:${await freePort()}`;
  const settings = { port: 1, dataDir: directory, emulator };
  await expectUserError(
    localFirestore(settings),
    `No Firestore emulator responds at ${emulator}; start an emulator`,
  );
  expect(fs.readdirSync(directory)).toEqual([]);
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

/** Returns the text of each file in the folder by file name. */
function readContents(): Record<string, string> {
  const textOf = (name: string) =>
    fs.readFileSync(path.join(directory, name), 'utf8');
  const names = fs.readdirSync(directory);
  return Object.fromEntries(names.map((name) => [name, textOf(name)]));
}

test('a build reports the lock of another build, and stops waiting at the limit', async () => {
  const repository = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(repository));
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fs.mkdirSync(cacheFolder, { recursive: true });
  const file = path.join(fs.realpathSync(cacheFolder), 'server.lock');
  fs.writeFileSync(file, `{"origin":"npm run build","pid":${running}}`);
  const message = `${cacheFolder} is in use by npm run build; wait until that command ends, or stop it. The process id in ${file} is ${running}.`;
  await expectUserError(lockBuild(1), message);
  expect(errors.mock.calls).toEqual([[`Waiting: ${message}`]]);
  fs.rmSync(file);
  (await lockBuild(1))();
  expect(fs.existsSync(file)).toBe(false);
});
