import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { findFreePort } from './ports.ts';
import { startProcess } from './processes.ts';

export type SiteProcess = Awaited<ReturnType<typeof startSite>>;

/**
 * Starts the site as `npm start` does, or in another mode such as `dev`. Without
 * DATA_DIR the site's records are in a folder that `stop` deletes.
 */
export async function startSite(
  env: NodeJS.ProcessEnv = {},
  mode: readonly string[] = [],
) {
  const port = env.PORT ?? String(await findFreePort());
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'pear-db-'));
  const siteArgs = ['src/node/run.js', 'src/local-server/start.ts', ...mode];
  const siteProcess = await startProcess(process.execPath, siteArgs, {
    env: { ...env, PORT: port, DATA_DIR: dataDir },
    ready: /^Records: .*\n/m,
  });
  const stop = async () => {
    await siteProcess.stop();
    if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...siteProcess, origin: `http://127.0.0.1:${port}`, dataDir, stop };
}
