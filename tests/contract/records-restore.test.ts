import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import { expectUserError, hand, show } from './owner.ts';

// A module's own exports cannot be spied on; these pass on to the real ones.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

const head = '{"copyOf":"demo-pear"}';
const record = '{"path":"careers/a","fields":{"email":{"stringValue":"a"}}}';

test.for([
  [
    'another project',
    ['{"copyOf":"x"}', record],
    'a copy of the project x, an',
  ],
  ['cut at a line', [head, record], 'ends after 1 records and is cut short;'],
  ['cut in a line', [head, record, '{"path":"ca'], ', line 3, is no line of a'],
  [
    'without a line',
    [head, record, '{"records":2}'],
    ', line 3, is no line of',
  ],
  ['longer', [head, '{"records":0}', record], ', line 3, is no line of a copy'],
  [
    'no copy',
    ['{"collection":"careers","id":"a"}'],
    ', line 1, is no line of a',
  ],
  [
    'of odd fields',
    [head, record.replace('"a"}', '5}').replace('{"s', '5,"s')],
    ', line 2,',
  ],
  ['empty', [], 'ends after 0 records and is cut short; take a whole'],
  ['not there', undefined, 'cannot be read (ENOENT); name another one.'],
] as const)(
  'a copy that is %s restores nothing',
  async ([, lines, message]) => {
    const DATA_DIR = temporaryFolder();
    const file = path.join(DATA_DIR, 'copy.jsonl');
    if (lines)
      fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    await expectUserError(
      show(['restore', file, '--yes'], { DATA_DIR }),
      message,
    );
    expect(fs.existsSync(path.join(DATA_DIR, 'records.jsonl'))).toBe(false);
  },
);

test.for<[string, 'appendFileSync' | 'renameSync', RegExp]>([
  [
    'for the copy',
    'appendFileSync',
    /^\S*erased-\S* cannot be written \(ENOSPC\); name another one, or make room for it\. Nothing is erased\.$/,
  ],
  [
    'for the records',
    'renameSync',
    /^There is no room to write \S*records\.jsonl anew \(ENOSPC\); make as much as it takes itself, and try again\. Until then 0 of 1 are erased; run it again for the rest\.$/,
  ],
  [
    'for those of a server',
    'renameSync',
    /^[^\n]*ENOSPC[^\n]*"; make room on its disk, as much as the records take, and try again\. Until then 0 of 1 are erased;/,
  ],
])('a disk without room %s erases nothing', async ([what, name, message]) => {
  const { origin, dataDir, stop } = await startEmbedded();
  await hand(origin, 'careers', ['a'], { email: 'ada@x.org' });
  const isServed = /server/.test(what);
  if (!isServed) await stop();
  const env = { DATA_DIR: dataDir };
  const before = await show(['--json'], env);
  vi.spyOn(fs, name).mockImplementationOnce(() => {
    throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
  });
  const copied = name === 'renameSync' ? ['--no-copy'] : [];
  await expectUserError(
    show(['erase', 'ada@x.org', '--yes', ...copied], env),
    message,
  );
  expect(await show(['--json'], env)).toEqual(before);
  expect(fs.readdirSync(dataDir).join()).not.toMatch(/partial|erased/);
  if (isServed) await stop();
});
