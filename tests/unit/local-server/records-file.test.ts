import * as fs from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  getRecordsPath,
  openRecords,
  readRecords,
} from '../../../src/local-server/firestore/records-file.ts';
import { UserError } from '../../../src/node/user-error.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

const now = '2024-02-29T12:00:00.000Z';
const later = '2024-03-01T12:00:00.000Z';

let directory: string;
let file: string;

// Vitest cannot spy on exports of a built-in module, so mock it with a copy.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));

beforeEach(() => {
  directory = createTempFolder();
  file = getRecordsPath(directory);
});

afterEach(() => vi.restoreAllMocks());

const open = () => openRecords(directory, 'http://127.0.0.1:1');

function createLine(id: string, email = 'ada@example.com', time = now) {
  const records = { [`waitlist/${id}`]: { email } };
  return { timestamp: time, committed: time, records };
}

/** For each line, opens the file like a restarted server, and commits the line. */
function commitEach(...lines: ReturnType<typeof createLine>[]): void {
  for (const line of lines) {
    const records = open();
    records.commit(line);
    records.close();
  }
}

const listIdsOnDisk = () =>
  readRecords(directory)
    .list('waitlist')
    .map(({ path }) => path.replace('waitlist/', ''));

test('keeps each record with its timestamp and commit time across a restart', () => {
  const records = { 'waitlist2/c': { email: '' } };
  const brandLine = { ...createLine('c'), records };
  commitEach(
    createLine('a'),
    createLine('b'),
    brandLine,
    createLine('a', 'ada', later),
  );

  const created = Date.parse(now);
  const record = { path: 'waitlist/a', fields: { email: 'ada' }, created };
  expect(open().list('waitlist')).toEqual([
    { ...record, time: Date.parse(later) },
    expect.objectContaining({ path: 'waitlist/b', time: created }),
  ]);
});

test('only the owner may read the file, even after a rewrite', () => {
  fs.writeFileSync(file, '', { mode: 0o644 });

  // A crash during an erasure leaves a partial file.
  fs.writeFileSync(`${file}.partial`, 'erased');

  const getFileMode = () => fs.statSync(file).mode & 0o777;
  const records = open();
  expect(getFileMode()).toBe(0o600);
  expect(fs.existsSync(`${file}.partial`)).toBe(false);

  records.commit(createLine('a'));
  records.erase(new Set(['waitlist/a']));
  records.commit(createLine('b'));
  records.clear();
  expect(records.get('waitlist/b')).toBeUndefined();

  records.commit(createLine('c'));
  expect(listIdsOnDisk()).toEqual(['c']);
  expect(getFileMode()).toBe(0o600);
});

test('removes an incomplete last line, and keeps all other lines', () => {
  commitEach(createLine('a'));

  const content = fs.readFileSync(file);
  // A crash can truncate a line in the middle of a UTF-8 character.
  const tornLine = Buffer.from('{"timestamp":"2024 ü').subarray(0, -1);
  fs.appendFileSync(file, tornLine);

  // Reading must not remove the line, because a server may be writing it.
  expect(listIdsOnDisk()).toEqual(['a']);
  expect(fs.readFileSync(file)).toEqual(Buffer.concat([content, tornLine]));

  commitEach(createLine('b'));
  expect(listIdsOnDisk()).toEqual(['a', 'b']);
  expect(fs.readFileSync(file).subarray(0, content.length)).toEqual(content);
});

test.for([
  'hello',
  'null',
  '{"timestamp":"x","committed":"x","records":{}}',
  `{"timestamp":"${now}","committed":"${now}"}`,
  `{"timestamp":"${now}","committed":"${now}","records":{"a/b":{"email":1}}}`,
])('reports the corrupt line %s, and does not change the file', (text) => {
  commitEach(createLine('a'));
  fs.appendFileSync(file, `${text}\n{"torn`);

  const before = fs.readFileSync(file);
  const message = `${file} cannot be read at line 2; repair that line, or move the file to start without records.`;
  expect(open).toThrow(new UserError(message));
  expect(fs.readFileSync(file)).toEqual(before);
});

test('reads a line that is longer than one chunk of the file', () => {
  // Each character has three bytes, so chunks end in the middle of a character.
  const longText = '€'.repeat(1e6);
  commitEach(createLine('a'), createLine('b', longText), createLine('c'));
  expect(listIdsOnDisk()).toEqual(['a', 'b', 'c']);
  expect(open().get('waitlist/b')?.fields.email === longText).toBe(true);
});

test('commits nothing if the disk fails in the middle of a write', () => {
  const records = open();
  records.commit(createLine('a'));

  const before = fs.readFileSync(file);
  vi.spyOn(fs, 'appendFileSync').mockImplementationOnce((file) => {
    fs.writeFileSync(file, '{"half', { flag: 'a' });
    throw new Error('full');
  });

  expect(() => records.commit(createLine('b'))).toThrow('full');
  expect(records.get('waitlist/b')).toBeUndefined();
  expect(fs.readFileSync(file)).toEqual(before);

  records.commit(createLine('c'));
  expect(listIdsOnDisk()).toEqual(['a', 'c']);
});

test('gives every batch a different commit time', () => {
  const records = open();
  vi.spyOn(Date, 'now').mockReturnValue(5);
  const times = [records.nextTime(), records.nextTime(), records.nextTime()];
  expect(times.map((time) => Date.parse(time))).toEqual([5, 6, 7]);
});

test('throws a UserError with advice if the records file cannot be used', () => {
  fs.mkdirSync(file);
  const message = `The records in ${directory} cannot be used (EISDIR); give yourself permission, or set DATA_DIR to another folder.`;
  expect(open).toThrow(new UserError(message));
});
