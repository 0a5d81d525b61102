import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import {
  afterEach,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { lock } from '../../../src/node/build.ts';
import { cache } from '../../../src/node/build-cache.ts';
import { localFirestore } from '../../../src/node/server/firestore/plugin.ts';
import { openRecords } from '../../../src/node/server/firestore/records-file.ts';
import { main } from '../../../src/node/start.ts';
import { expectUserError, hand, show } from '../../contract/owner.ts';
import { freePort, listen } from '../../support/ports.ts';
import { startSite } from '../../support/site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});
afterEach(() => vi.unstubAllEnvs());

/** As `npm run dev`, which needs no build. */
async function serve() {
  const site = await startSite({ DATA_DIR: directory }, '.', ['dev']);
  onTestFinished(site.stop);
  return site;
}

const submit = (origin: string, id: string) => hand(origin, 'waitlist', [id]);
const shown = async () => (await show([], { DATA_DIR: directory })).text;

test('a second server ends, and a killed one leaves its folder', async () => {
  const first = await serve();
  await submit(first.origin, 'ada');
  // A line that the first one is just writing.
  fs.appendFileSync(path.join(directory, 'records.jsonl'), '{"time');
  const before = contents();
  const { origin, pid, started } = JSON.parse(before['server.lock'] ?? '');
  expect(started).toMatch(/\d/);
  expect({ origin, pid }).toEqual({ origin: first.origin, pid: first.pid });
  vi.stubEnv('DATA_DIR', directory);
  for (const mode of [[], ['dev']]) {
    await expectUserError(
      main(mode),
      `${directory} is in use by the server at ${first.origin}; stop that one, or set DATA_DIR to another folder.`,
    );
  }
  expect(await shown()).toContain('  ada  email=');
  expect(contents()).toEqual(before);
  await first.stop();
  const next = await serve();
  await submit(next.origin, 'grace');
  expect(await shown()).toContain('waitlist: 2\n');
});

test('a port that is taken ends the program', async () => {
  const { port, stop } = await listen(http.createServer());
  const env = { PORT: `${port}`, DATA_DIR: directory };
  await expect(startSite(env, '.', ['dev'])).rejects.toThrow(
    `Port ${port} is taken or not allowed; stop what uses it, or set PORT to a free one.\n`,
  );
  await stop();
});

test('an emulator that does not answer is a user error', async () => {
  const emulator = `127.0.0.1:${await freePort()}`;
  const settings = { port: 1, dataDir: directory, emulator };
  await expectUserError(
    localFirestore(settings),
    `No Firestore emulator answers at ${emulator}; start one there`,
  );
  expect(fs.readdirSync(directory)).toEqual([]);
});

const alive = process.ppid;
test.for([
  ['a process that lives', alive, 'now', true],
  ['a process that has ended', 2 ** 30, 'now', false],
  ['one before this, which had the same id', process.pid, 'now', false],
  ['one before the restart, whose id another has', alive, 'long ago', false],
  ['somebody who is just writing it', '', 'now', true],
  // In a container, or after a kill, another program has the process id.
  ['one that started at another time', `${alive},"started":"1"`, 'now', false],
] as const)('a lock of %s', ([, pid, when, isHeld]) => {
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

function contents(): Record<string, string> {
  const textOf = (name: string) =>
    fs.readFileSync(path.join(directory, name), 'utf8');
  const names = fs.readdirSync(directory);
  return Object.fromEntries(names.map((name) => [name, textOf(name)]));
}

test('a build that waits for another names its lock, and ends', async () => {
  const home = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(home));
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fs.mkdirSync(cache, { recursive: true });
  const file = path.join(fs.realpathSync(cache), 'server.lock');
  fs.writeFileSync(file, `{"origin":"npm run build","pid":${alive}}`);
  const message = `${cache} is in use by npm run build; wait until that is done, or stop it. It is process ${alive}, as ${file} says.`;
  await expectUserError(lock(1), message);
  expect(told.mock.calls).toEqual([[`Waiting: ${message}`]]);
  fs.rmSync(file);
  (await lock(1))();
  expect(fs.existsSync(file)).toBe(false);
});
