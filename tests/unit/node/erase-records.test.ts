import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import {
  openRecords,
  readRecords,
  recordsFile,
} from '../../../src/node/server/firestore/records-file.ts';

// A module's own exports cannot be spied on; these pass on to the real ones.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));

const directory = fs.mkdtempSync(path.join(tmpdir(), 'pear-unit-'));
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(directory, { recursive: true, force: true });
});

test('an erasure that the disk refuses erases nothing', async () => {
  const file = recordsFile(directory);
  const open = () => openRecords(directory, 'http://127.0.0.1:1');
  const records = await open();
  const commit = (id: string) => {
    const committed = records.nextTime();
    const texts = { [`waitlist/${id}`]: { email: `${id}@x.org` } };
    records.commit({ timestamp: committed, committed, records: texts });
  };
  commit('a');
  commit('b');
  const before = fs.readFileSync(file, 'utf8');
  vi.spyOn(fs, 'fsyncSync').mockImplementationOnce(() => {
    throw new Error('ENOSPC');
  });
  const erased = new Set(['waitlist/a']);
  expect(() => records.erase(erased)).toThrow('ENOSPC');
  expect(fs.readFileSync(file, 'utf8')).toBe(before);
  expect(fs.existsSync(`${file}.partial`)).toBe(false);
  expect(records.get('waitlist/a')).toBeDefined();
  commit('c');
  records.erase(erased);
  records.close();
  // What a crash leaves of an erasure goes when the folder is next opened.
  fs.writeFileSync(`${file}.partial`, before);
  (await open()).close();
  expect(fs.existsSync(`${file}.partial`)).toBe(false);
  const left = readRecords(directory);
  expect(left.list('waitlist').map((record) => record.path)).toEqual([
    ...['waitlist/b', 'waitlist/c'],
  ]);
  left.close();
});

test('no two batches are committed at one time', async () => {
  const records = await openRecords(directory, 'http://127.0.0.1:1');
  vi.spyOn(Date, 'now').mockReturnValue(5);
  const times = [records.nextTime(), records.nextTime(), records.nextTime()];
  expect(times.map((time) => Date.parse(time))).toEqual([5, 6, 7]);
  records.close();
});
