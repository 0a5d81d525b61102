import * as fs from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
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
import { type SiteProcess, startSite } from '../../support/site.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

let directory: string;
beforeEach(() => {
  directory = createTempFolder();
});

describe('a folder that a server uses', () => {
  const usedFolder = createTempFolder();
  const readText = (name: string) =>
    fs.readFileSync(path.join(usedFolder, name), 'utf8');
  const readFiles = () => fs.readdirSync(usedFolder).map(readText);
  let server: SiteProcess;
  let filesBefore: string[];

  beforeAll(async () => {
    server = await startSite({ DATA_DIR: usedFolder }, ['dev']);
    await createStore(server.origin)('waitlist', ['ada']);
    // An incomplete line, as if the server were writing it now.
    fs.appendFileSync(path.join(usedFolder, 'records.jsonl'), '{"time');
    filesBefore = readFiles();
    return server.stop;
  });
  afterEach(() => expect(readFiles()).toEqual(filesBefore));

  test('has a lock that names the server', () => {
    const { origin, pid } = server;
    const started = expect.stringMatching(/\d/);
    const lock = JSON.parse(readText('server.lock'));
    expect(lock).toEqual({ origin, pid, started });
  });

  test.each([{ mode: [] }, { mode: ['dev'] }])(
    'makes a second server exit with one line of advice, in the mode "$mode"',
    async ({ mode }) => {
      vi.stubEnv('DATA_DIR', usedFolder);
      onTestFinished(() => void vi.unstubAllEnvs());
      const message = `${usedFolder} is in use by the server at ${server.origin}; stop that server, or set DATA_DIR to another folder.`;
      await expectUserError(main(mode), message);
    },
  );

  test('is read by npm run records, without the line that the server is writing', async () => {
    const { text } = await runRecords([], { DATA_DIR: usedFolder });
    expect(text).toContain('  ada  email=');
  });
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
