import * as fs from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  openRecords,
  readRecords,
  recordsFile,
} from '../../../src/node/server/firestore/records-file.ts';
import { UserError } from '../../../src/node/user-error.ts';
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
function commitEach(...lines: ReturnType<typeof line>[]): void {
  for (const line of lines) {
    const records = open();
    records.commit(line);
    records.close();
  }
}

function idsOnDisk(): string[] {
  const records = readRecords(directory).list('waitlist');
  return records.map(({ path }) => path.replace('waitlist/', ''));
}

function fails(code: string) {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

test('a restart keeps the records and both times of each', () => {
  const alike = { ...line('c'), records: { 'waitlist2/c': { email: '' } } };
  commitEach(line('a'), line('b'), alike, line('a', 'ada', later));
  const created = Date.parse(now);
  const a = { path: 'waitlist/a', fields: { email: 'ada' }, created };
  expect(open().list('waitlist')).toEqual([
    { ...a, time: Date.parse(later) },
    expect.objectContaining({ path: 'waitlist/b', time: created }),
  ]);
});

test('its owner alone may read the file, also once it is written anew', () => {
  fs.writeFileSync(file, '', { mode: 0o644 });
  const modeOf = () => fs.statSync(file).mode & 0o777;
  const records = open();
  expect(modeOf()).toBe(0o600);
  records.commit(line('a'));
  records.erase(new Set(['waitlist/a']));
  records.commit(line('b'));
  records.clear();
  expect(records.get('waitlist/b')).toBeUndefined();
  records.commit(line('c'));
  expect(idsOnDisk()).toEqual(['c']);
  expect(modeOf()).toBe(0o600);
});

test('what was cut in the middle goes, and all else is kept', () => {
  commitEach(line('a'));
  const whole = fs.readFileSync(file);
  // In the middle of a character, as a crash leaves it.
  const torn = Buffer.from('{"timestamp":"2024 ü').subarray(0, -1);
  fs.appendFileSync(file, torn);
  // Reading alone leaves it as it is: it may be one that is being written.
  expect(idsOnDisk()).toEqual(['a']);
  expect(fs.readFileSync(file)).toEqual(Buffer.concat([whole, torn]));
  commitEach(line('b'));
  expect(idsOnDisk()).toEqual(['a', 'b']);
  expect(fs.readFileSync(file).subarray(0, whole.length)).toEqual(whole);
  // What a crash has left of an erasure goes.
  fs.writeFileSync(`${file}.partial`, whole);
  open().close();
  expect(fs.existsSync(`${file}.partial`)).toBe(false);
  // A person's editor may have left its end out alone.
  fs.appendFileSync(file, JSON.stringify(line('c')));
  commitEach(line('d'));
  expect(idsOnDisk()).toEqual(['a', 'b', 'c', 'd']);
});

test.for([
  'hello',
  'null',
  '{"timestamp":"x","committed":"x","records":{}}',
  `{"timestamp":"${now}","committed":"${now}"}`,
  `{"timestamp":"${now}","committed":"${now}","records":{"a/b":{"email":1}}}`,
])('a corrupt line is named and left alone: %s', (text) => {
  commitEach(line('a'));
  fs.appendFileSync(file, `${text}\n{"torn`);
  const before = fs.readFileSync(file);
  expect(open).toThrow(
    new UserError(
      `${file} cannot be read at line 2; repair that line, or move the file away to start with no records.`,
    ),
  );
  expect(fs.readFileSync(file)).toEqual(before);
});

test('a line longer than what is read at once stays whole', () => {
  // Each mebibyte ends within one of its characters, which have three bytes.
  const long = '€'.repeat(1e6);
  commitEach(line('a'), line('b', long), line('c'));
  expect(idsOnDisk()).toEqual(['a', 'b', 'c']);
  expect(open().get('waitlist/b')?.fields.email === long).toBe(true);
});

test('a write that the disk refuses half way commits nothing', () => {
  const records = open();
  records.commit(line('a'));
  const before = fs.readFileSync(file);
  vi.spyOn(fs, 'appendFileSync').mockImplementationOnce((file) => {
    fs.writeFileSync(file, '{"half', { flag: 'a' });
    fails('ENOSPC')();
  });
  expect(() => records.commit(line('b'))).toThrow('ENOSPC');
  expect(records.get('waitlist/b')).toBeUndefined();
  expect(fs.readFileSync(file)).toEqual(before);
  records.commit(line('c'));
  expect(idsOnDisk()).toEqual(['a', 'c']);
});

test('no two batches are committed at one time', () => {
  const records = open();
  vi.spyOn(Date, 'now').mockReturnValue(5);
  const times = [records.nextTime(), records.nextTime(), records.nextTime()];
  expect(times.map((time) => Date.parse(time))).toEqual([5, 6, 7]);
});

test('a folder that cannot be used is a user error', () => {
  const told = (code: string) =>
    expect(open).toThrow(
      new UserError(
        `The records in ${directory} cannot be used (${code}); give yourself the right to, or set DATA_DIR to another folder.`,
      ),
    );
  vi.spyOn(fs, 'writeFileSync').mockImplementationOnce(fails('EROFS'));
  told('EROFS');
  fs.mkdirSync(file);
  told('EISDIR');
});
