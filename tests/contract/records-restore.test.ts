import * as fs from 'node:fs';
import * as path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startEmbedded } from './backend.ts';
import { expectUserError, hand, show, wherever } from './owner.ts';

// A module's own exports cannot be spied on; these pass on to the real ones.
vi.mock('node:fs', async (original) => ({ ...(await original<typeof fs>()) }));
afterEach(() => vi.restoreAllMocks());

const wild = '\u001b[31m\u202e"\n=1 😀';

/** The copy that a command says it has made. */
const copyIn = (text: string) => /^They are in (\S+); /m.exec(text)?.[1] ?? '';

wherever((at) => {
  const run = (args: string[], more: Parameters<typeof show>[2] = {}) =>
    show(args, at().env, more);
  const all = async () =>
    (await run(['--json']).catch(() => ({ text: '' }))).text;

  test('what was erased comes back as it was', async () => {
    await hand(at().origin, 'waitlist', ['a', 'b'], { email: 'ada@x.org' });
    const email = 'Ada@X.org';
    await hand(at().origin, 'careers', ['c'], { email, message: wild });
    const before = await all();
    const copy = copyIn((await run(['erase', 'ada@x.org', '--yes'])).text);
    expect(await all()).toBe('');
    expect(path.dirname(copy)).toBe(at().env.DATA_DIR);
    expect(fs.statSync(copy).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(copy, 'utf8')).not.toMatch(/\p{Cf}/u);
    const shown = await run(['restore', copy]);
    expect(shown.text).toMatch(
      /^Records in .*\nwaitlist: 2\n.* a .*\n.* b .*\ncareers: 1\n.*\nNothing is restored yet\. To write 3 to .*: npm run records -- restore .* --yes\n$/,
    );
    await expectUserError(
      run(['restore', copy, '--yes'], { signal: AbortSignal.abort() }),
      'Interrupted: 0 of 3 are restored; run it again for the rest.',
    );
    expect(await all()).toBe('');
    // Twice, as after an interruption: the same is written again.
    for (let times = 0; times < 2; times += 1) {
      const { text } = await run(['restore', copy, '--yes']);
      expect(text).toMatch(/\nRestored 3 to .*: waitlist 2, careers 1\.\n$/);
      expect(await all()).toBe(before);
    }
  });
});

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
  ['not there', undefined, 'cannot be read (ENOENT); name a copy.'],
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
