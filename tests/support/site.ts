import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { freePort } from './ports.ts';
import { type Running, startProcess } from './processes.ts';

export interface Site extends Running {
  origin: string;
  dataDir: string;
}

/**
 * Serves the site as `npm start` does there, or in another mode, with records of
 * its own where no folder is given.
 */
export async function startSite(
  env: NodeJS.ProcessEnv = {},
  cwd = '.',
  mode: readonly string[] = [],
): Promise<Site> {
  const port = env.PORT ?? String(await freePort());
  const dataDir =
    env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'pear-records-'));
  const command = ['src/node/run.js', 'src/node/start.ts', ...mode];
  const running = await startProcess(process.execPath, command, {
    cwd,
    env: { ...env, PORT: port, DATA_DIR: dataDir },
    ready: /^Records: .*\n/m,
  });
  return {
    ...running,
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    stop: async () => {
      await running.stop();
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
