import { spawn } from 'node:child_process';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { openRecords } from '../../../src/node/server/firestore/records-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const kills = 8;

test('every answered commit outlives a killed server', async () => {
  const directory = temporaryFolder();
  const program = await bundle('tests/unit/node/commits.ts', directory);
  const answered: string[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    // Somewhere in a commit: its moment varies with the machine by itself.
    const args = [program, directory, String(kill)];
    answered.push(...(await commitUntilKilled(args, 3 + kill)));
    const records = openRecords(directory, 'http://127.0.0.1:1');
    const stored = records.list('waitlist').map((record) => record.path);
    records.close();
    expect(stored).toEqual(expect.arrayContaining(answered));
    // At most the one commit whose answer was under way.
    expect(stored.length - answered.length).toBeLessThanOrEqual(kill + 1);
  }
  expect(answered.length).toBeGreaterThanOrEqual(kills * 3);
});

/** Made once into a program that Node starts by itself, which is quicker. */
async function bundle(entry: string, outDir: string): Promise<string> {
  const output = { entryFileNames: 'program.mjs' };
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir, rolldownOptions: { output } },
  });
  return path.join(outDir, 'program.mjs');
}

/** Gives the paths that a child process said it had committed. */
async function commitUntilKilled(
  args: readonly string[],
  answers: number,
): Promise<string[]> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const paths: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    paths.push(line);
    if (paths.length === answers) child.kill('SIGKILL');
  }
  await ended;
  return paths;
}
