import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quotePath } from '../../../src/owner/output-file.ts';

test('a shell reads a quoted path as one word', () => {
  const file = "/My $HOME/`id`/o'neil \\.jsonl";
  const printCommand = `printf %s ${quotePath(file, 'linux')}`;
  expect(execFileSync('sh', ['-c', printCommand]).toString()).toBe(file);
});

test('on Windows, a path is in double quotes', () => {
  expect(quotePath('C:\\My files\\a', 'win32')).toBe('"C:\\My files\\a"');
});
