import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { freePort } from './ports.ts';
import { type Running, startProcess } from './processes.ts';

export interface Site extends Running {
  origin: string;
  dataDir: string;
}

/** Serves the site as `npm start` does there, with records of its own. */
export async function startSite(
  env: NodeJS.ProcessEnv = {},
  cwd = '.',
): Promise<Site> {
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pear-records-'));
  const running = await startProcess(
    process.execPath,
    ['src/node/run.js', 'src/node/start.ts'],
    {
      cwd,
      env: { PORT: String(port), DATA_DIR: dataDir, ...env },
      ready: /^Records: .*\n/m,
    },
  );
  return {
    ...running,
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    stop: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
