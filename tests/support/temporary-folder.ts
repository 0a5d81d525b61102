import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders)
    rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder that is deleted after the tests of the file. */
export function createTempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'pear-test-'));
  folders.push(folder);
  return folder;
}
