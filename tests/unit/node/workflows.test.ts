import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('every action is named by its commit', () => {
  const folder = '.github/workflows';
  const texts = readdirSync(folder).map((file) =>
    readFileSync(`${folder}/${file}`, 'utf8'),
  );
  const uses = texts.join('\n').match(/^ +(- )?uses: (?!\.\/).*$/gm) ?? [];
  expect(uses.length).toBeGreaterThan(5);
  const isPinned = (line: string) => /@[0-9a-f]{40} # v[\d.]+$/.test(line);
  expect(uses.filter((line) => !isPinned(line))).toEqual([]);
});

test('records and keys cannot be committed by mistake', () => {
  const files = [
    ...['waitlist.json', 'report.html', 'dump.jsonl', 'new.csv', 'ids.txt'],
    ...['key.json', 'pear-site-firebase-adminsdk-x1-0a1b2c.json', 'deploy.pem'],
    ...['exports/waitlist.json', 'exports/key.json', 'src/key.json', 'a.key'],
    ...['public/.DS_Store', 'public/pictures/._grid.svg', 'Thumbs.db'],
    ...['.data/erased-2026-11-25T10-00-00.000Z.jsonl', 'gha-creds-0a1b.json'],
  ];
  const ignored = execFileSync('git', ['check-ignore', ...files]).toString();
  expect(ignored.trim().split('\n')).toEqual(files);
});

test('nothing that is committed is ignored', () => {
  const args = ['ls-files', '--cached', '--ignored', '--exclude-standard'];
  expect(execFileSync('git', args).toString()).toBe('');
});
