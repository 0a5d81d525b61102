import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('workflows pin every action to a commit', () => {
  const args = ['grep', '-hE', '^ +(- )?uses: [^.]', '.github/workflows'];
  const actionLines = execFileSync('git', args).toString().trim().split('\n');
  expect(actionLines.length).toBeGreaterThan(5);
  const isPinned = (line: string) => /@[0-9a-f]{40} # v[\d.]+$/.test(line);
  expect(actionLines.filter((line) => !isPinned(line))).toEqual([]);
});

test('git ignores keys, exported records and log files', () => {
  const files = [
    ...['waitlist.json', 'report.html', 'dump.jsonl', 'new.csv', 'ids.txt'],
    ...['key.json', 'pear-site-firebase-adminsdk-x1-0a1b2c.json', 'deploy.pem'],
    ...['exports/waitlist.json', 'exports/key.json', 'src/key.json', 'a.key'],
    ...['pear-site-0a1b2c3d4e5f.json', 'firebase-debug.log', '.firebase/a'],
    ...['public/.DS_Store', 'public/pictures/._grid.svg', 'Thumbs.db'],
    ...['.data/erased-2026-11-25T10-00-00.000Z.jsonl', 'gha-creds-0a1b.json'],
  ];
  const output = execFileSync('git', ['check-ignore', ...files]).toString();
  expect(output.trim().split('\n')).toEqual(files);
});

test('.gitignore has no pattern for editor settings, and matches no committed file', () => {
  const files = ['firestore.indexes.json', '.vscode/settings.json'];
  const { status } = spawnSync('git', ['check-ignore', ...files]);
  expect(status).toBe(1);
  const args = ['ls-files', '--cached', '--ignored', '--exclude-standard'];
  expect(execFileSync('git', args).toString()).toBe('');
});
