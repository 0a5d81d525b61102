import { firefox } from 'playwright';
import { launchOptions } from '../browsers.ts';
import { killDescendants } from '../process-tree.ts';
import type { Driver } from './engine.ts';
import { startPlaywright } from './playwright.ts';

export function startFirefox(): Promise<Driver> {
  const extras = () => ({ killWorker });
  return startPlaywright(firefox, launchOptions('firefox'), { extras });
}

/** Firefox gives workers a process of their own, apart from the pages'. */
async function killWorker(): Promise<void> {
  const killed = killDescendants(process.pid, (_line, name) =>
    name.startsWith('Isolated Servic'),
  );
  if (killed === 0) throw new Error('No process of a worker was found');
}
