import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { firefox } from 'playwright';
import { launchOptions } from '../browsers.ts';
import { killDescendants } from '../process-tree.ts';
import type { Driver } from './engine.ts';
import { startPlaywright } from './playwright.ts';

export async function startFirefox(): Promise<Driver> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'pear-firefox-'));
  const options = launchOptions('firefox');
  const driver = await startPlaywright(
    firefox,
    { ...options, executablePath: enduring(folder, options.executablePath) },
    { extras: () => ({ killWorker }) },
  );
  return {
    ...driver,
    close: async () => {
      await driver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Playwright has Firefox go down with any process of its; visitors' do not. */
function enduring(folder: string, program = firefox.executablePath()): string {
  const file = path.join(folder, 'firefox');
  const lines = ['unset MOZ_CRASHREPORTER_SHUTDOWN', `exec '${program}' "$@"`];
  fs.writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  fs.chmodSync(file, 0o755);
  return file;
}

/** Firefox gives workers a process of their own, apart from the pages'. */
async function killWorker(): Promise<void> {
  const killed = killDescendants(process.pid, (_line, name) =>
    name.startsWith('Isolated Servic'),
  );
  if (killed === 0) throw new Error('No process of a worker was found');
}
