import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lockBuild } from '../../../src/build/build.ts';
import { cacheFolder } from '../../../src/build/build-cache.ts';
import { openRecords } from '../../../src/local-server/firestore/records-file.ts';
import { main } from '../../../src/local-server/start.ts';
import {
  createStore,
  expectUserError,
  runRecords,
} from '../../contract/records-command.ts';
import { listen } from '../../support/ports.ts';
import { startSite } from '../../support/site.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

let directory: string;
beforeEach(() => {
  directory = createTempFolder();
});

test('a second server for the same folder exits, and prints one line of advice', async () => {
  const env = { DATA_DIR: directory };
  const { origin, pid, stop } = await startSite(env, ['dev']);
  onTestFinished(stop);
  await createStore(origin)('waitlist', ['ada']);
  // Append an incomplete line, as if the server were writing it now.
  fs.appendFileSync(path.join(directory, 'records.jsonl'), '{"time');
  const readText = (name: string) =>
    fs.readFileSync(path.join(directory, name), 'utf8');
  const readFiles = () => fs.readdirSync(directory).map(readText);
  const before = readFiles();
  const lock = { origin, pid, started: expect.stringMatching(/\d/) };
  expect(JSON.parse(readText('server.lock'))).toEqual(lock);

  vi.stubEnv('DATA_DIR', directory);
  onTestFinished(() => void vi.unstubAllEnvs());
  const message = `${directory} is in use by the server at ${origin}; stop that server, or set DATA_DIR to another folder.`;
  for (const mode of [[], ['dev']]) await expectUserError(main(mode), message);
  const { text } = await runRecords([], env);
  expect(text).toContain('  ada  email=');
  expect(readFiles()).toEqual(before);
});

test('the program exits if its port is in use, and prints one line of advice', async () => {
  const { port, stop } = await listen(http.createServer());
  const env = { PORT: `${port}`, DATA_DIR: directory };
  await expect(startSite(env, ['dev'])).rejects.toThrow(
    `Port ${port} is in use or not allowed; stop the program that uses the port, or set PORT to a free one.\n`,
  );
  await stop();
});

const runningPid = process.ppid;
const toLock = (fields: object) =>
  JSON.stringify({ origin: 'http://127.0.0.1:1', ...fields });

test.for([
  {
    holder: 'a running process',
    text: toLock({ pid: runningPid }),
    isHeld: true,
  },
  {
    holder: 'an ended process',
    text: toLock({ pid: 2 ** 30 }),
    isHeld: false,
  },
  {
    holder: 'an earlier process with the id of this process',
    text: toLock({ pid: process.pid }),
    isHeld: false,
  },
  {
    holder: 'a process from before the last boot',
    text: toLock({ pid: runningPid }),
    modified: new Date(1000),
    isHeld: false,
  },
  {
    holder: 'a process that has not finished the file',
    text: '{"origin":"http://127.0.0.1:1","pid":',
    isHeld: true,
  },
  {
    holder: 'a process whose id is reused',
    text: toLock({ pid: runningPid, started: '1' }),
    isHeld: false,
  },
])('the lock of $holder is valid: $isHeld', ({ text, modified, isHeld }) => {
  const lock = path.join(directory, 'server.lock');
  fs.writeFileSync(lock, text);
  if (modified) fs.utimesSync(lock, modified, modified);

  const open = () => openRecords(directory, 'http://127.0.0.1:2');
  if (isHeld) expect(open).toThrow('is in use by the server at');
  else open().close();

  expect(fs.readdirSync(directory)).toEqual(
    isHeld ? ['server.lock'] : ['records.jsonl'],
  );
});

test('a build reports that another build holds the lock, and gives up at the time limit', async () => {
  const repository = process.cwd();
  process.chdir(directory);
  onTestFinished(() => process.chdir(repository));
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fs.mkdirSync(cacheFolder, { recursive: true });
  const file = path.join(fs.realpathSync(cacheFolder), 'server.lock');
  fs.writeFileSync(file, toLock({ origin: 'npm run build', pid: runningPid }));

  const message = `${cacheFolder} is in use by npm run build; wait until that command ends, or stop it. The process id in ${file} is ${runningPid}.`;
  await expectUserError(lockBuild(1), message);
  expect(errors.mock.calls).toEqual([[`Waiting: ${message}`]]);
});
