import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { firefox } from 'playwright';
import { launchOptions } from '../browsers.ts';
import { killDescendants } from '../process-tree.ts';
import type { Driver } from './engine.ts';
import { startPlaywright } from './playwright.ts';

/** The ids of the processes that were started. */
const noted = 'processes';

export async function startFirefox(): Promise<Driver> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-firefox-'));
  const options = launchOptions('firefox');
  const driver = await startPlaywright(
    firefox,
    { ...options, executablePath: enduring(folder, options.executablePath) },
    { extras: () => ({ killWorker: () => killWorker(folder) }) },
  );
  return {
    ...driver,
    close: async () => {
      await driver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Playwright has Firefox go down with any process of its; visitors' do not. Its
 * process is noted: others may be running.
 */
function enduring(folder: string, program = firefox.executablePath()): string {
  const file = path.join(folder, 'firefox');
  const lines = [
    'unset MOZ_CRASHREPORTER_SHUTDOWN',
    `echo $$ >> '${path.join(folder, noted)}'`,
    `exec '${program}' "$@"`,
  ];
  fs.writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  fs.chmodSync(file, 0o755);
  return file;
}

/** Firefox gives workers a process of their own, apart from the pages'. */
async function killWorker(folder: string): Promise<void> {
  const started = fs.readFileSync(path.join(folder, noted), 'utf8').trim();
  const killed = started
    .split('\n')
    .map((pid) =>
      killDescendants(Number(pid), (_line, name) =>
        name.startsWith('Isolated Servic'),
      ),
    );
  if (!killed.some(Boolean))
    throw new Error('No process of a worker was found');
}
