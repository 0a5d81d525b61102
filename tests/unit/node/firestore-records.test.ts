import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  openRecords,
  readRecords,
  recordsFile,
} from '../../../src/node/server/firestore/records-file.ts';
import { expectUserError } from '../../contract/owner.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const now = '2024-02-29T12:00:00.000Z';
const later = '2024-03-01T12:00:00.000Z';
let directory: string;
let file: string;

// A module's own exports cannot be spied on; these pass on to the real ones.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));

beforeEach(() => {
  directory = temporaryFolder();
  file = recordsFile(directory);
});

afterEach(() => vi.restoreAllMocks());

const open = () => openRecords(directory, 'http://127.0.0.1:1');

function line(id: string, email = 'ada@example.com', at = now) {
  const records = { [`waitlist/${id}`]: { email } };
  return { timestamp: at, committed: at, records };
}

/** Commits each to a store of its own and closes it, as a run of the server. */
async function commitEach(...lines: ReturnType<typeof line>[]): Promise<void> {
  for (const line of lines) {
    const records = await open();
    records.commit(line);
    records.close();
  }
}

function idsOnDisk(): string[] {
  const records = readRecords(directory).list('waitlist');
  return records.map(({ path }) => path.replace('waitlist/', ''));
}

test('a restart keeps the records and the latest time of each', async () => {
  const alike = { ...line('c'), records: { 'waitlist2/c': { email: '' } } };
  await commitEach(line('a'), line('b'), alike, line('a', 'ada', later));
  const records = await open();
  expect(records.list('waitlist')).toEqual([
    { path: 'waitlist/a', fields: { email: 'ada' }, timestamp: later },
    expect.objectContaining({ path: 'waitlist/b', timestamp: now }),
  ]);
  records.close();
});

test('a wiped store stays empty and takes new records', async () => {
  const records = await open();
  records.commit(line('a'));
  records.clear();
  expect(records.get('waitlist/a')).toBeUndefined();
  records.commit(line('b'));
  records.close();
  expect(idsOnDisk()).toEqual(['b']);
});

test('a torn last line is set aside and all else is kept', async () => {
  await commitEach(line('a'));
  const whole = fs.readFileSync(file);
  // In the middle of a character, as a crash leaves it.
  const torn = Buffer.from('{"timestamp":"2024 ü').subarray(0, -1);
  fs.appendFileSync(file, torn);
  // Reading alone leaves it as it is: it may be one that is being written.
  expect(idsOnDisk()).toEqual(['a']);
  expect(fs.readFileSync(file)).toEqual(Buffer.concat([whole, torn]));
  await commitEach(line('b'));
  expect(idsOnDisk()).toEqual(['a', 'b']);
  expect(fs.readFileSync(file).subarray(0, whole.length)).toEqual(whole);
  const aside = Buffer.concat([torn, Buffer.from('\n')]);
  expect(fs.readFileSync(`${file}.torn`)).toEqual(aside);
});

test.for([
  'hello',
  '[]',
  'null',
  '{}',
  '{"timestamp":1,"committed":"x","records":{}}',
  '{"timestamp":"x","committed":"x"}',
  '{"timestamp":"x","committed":"x","records":{"nowhere":{}}}',
  '{"timestamp":"x","committed":"x","records":{"a/b/c":{}}}',
  '{"timestamp":"x","committed":"x","records":{"a/b":{"email":1}}}',
  '{"timestamp":"x","committed":"x","records":{"a/b":null}}',
])('a corrupt line is named and left alone: %s', async (text) => {
  await commitEach(line('a'));
  fs.appendFileSync(file, `${text}\n{"torn`);
  const before = fs.readFileSync(file);
  const told = `${file} cannot be read at line 2; repair that line, or move the file away to start with no records.`;
  await expectUserError(open(), told);
  expect(fs.readFileSync(file)).toEqual(before);
  expect(fs.existsSync(`${file}.torn`)).toBe(false);
});

test('a write that the disk refuses commits nothing', async () => {
  const records = await open();
  records.commit(line('a'));
  const before = fs.readFileSync(file);
  vi.spyOn(fs, 'fdatasyncSync').mockImplementationOnce(() => {
    throw new Error('ENOSPC');
  });
  expect(() => records.commit(line('b'))).toThrow('ENOSPC');
  expect(records.get('waitlist/b')).toBeUndefined();
  expect(fs.readFileSync(file)).toEqual(before);
  records.commit(line('c'));
  records.close();
  expect(idsOnDisk()).toEqual(['a', 'c']);
});

test('a write that the disk takes in parts is whole in the end', async () => {
  const really = fs.writeSync as (
    ...args: [number, NodeJS.ArrayBufferView, number, number?]
  ) => number;
  const inParts = (descriptor: number, bytes: Buffer, offset: number) =>
    really(descriptor, bytes, offset, Math.min(7, bytes.length - offset));
  vi.spyOn(fs, 'writeSync').mockImplementation(inParts as typeof fs.writeSync);
  await commitEach(line('a', 'ü'.repeat(40)));
  expect(idsOnDisk()).toEqual(['a']);
});

test('what cannot be made or read is a user error', async () => {
  fs.mkdirSync(file);
  await expectUserError(open(), 'set DATA_DIR to another');
  const taken = path.join(directory, 'taken');
  fs.writeFileSync(taken, '');
  await expectUserError(openRecords(taken, ''), 'cannot be made a folder');
});

test('an erasure that the disk refuses erases nothing', async () => {
  const records = await open();
  records.commit(line('a'));
  records.commit(line('b'));
  const before = fs.readFileSync(file, 'utf8');
  vi.spyOn(fs, 'fsyncSync').mockImplementationOnce(() => {
    throw new Error('ENOSPC');
  });
  const erased = new Set(['waitlist/a']);
  expect(() => records.erase(erased)).toThrow('ENOSPC');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  expect(fs.existsSync(`${file}.partial`)).toBe(false);
  expect(records.get('waitlist/a')).toBeDefined();
  records.commit(line('c'));
  records.erase(erased);
  records.close();
  // What a crash leaves of an erasure goes when the folder is next opened.
  fs.writeFileSync(`${file}.partial`, before);
  (await open()).close();
  expect(fs.existsSync(`${file}.partial`)).toBe(false);
  expect(idsOnDisk()).toEqual(['b', 'c']);
});

test('no two batches are committed at one time', async () => {
  const records = await open();
  vi.spyOn(Date, 'now').mockReturnValue(5);
  const times = [records.nextTime(), records.nextTime(), records.nextTime()];
  expect(times.map((time) => Date.parse(time))).toEqual([5, 6, 7]);
  records.close();
});

const notAllowed = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test.for(['EACCES', 'EPERM', 'EROFS'])(
  'a folder that cannot be locked is a user error: %s',
  async (code) => {
    vi.spyOn(fs, 'writeFileSync').mockImplementationOnce(notAllowed(code));
    await expectUserError(
      open(),
      `${directory} cannot be written to; give yourself the right to, or set DATA_DIR to another folder.`,
    );
  },
);

test('a file that cannot be written to is a user error', async () => {
  const really = fs.openSync;
  vi.spyOn(fs, 'openSync').mockImplementation((file, flags) =>
    flags === 'a' ? notAllowed('EACCES')() : really(file, flags),
  );
  await expectUserError(
    open(),
    `${file} cannot be written to; give yourself the right to, or`,
  );
});
