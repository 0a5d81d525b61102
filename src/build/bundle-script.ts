import { build, type Rolldown } from 'vite';
import { oldestBrowsers } from './supported-browsers.ts';

/**
 * Bundles a module and its imports as one classic script: the inline script of the pages,
 * and the worker of the dev server. VitePWA bundles sw.js (vite.config.ts).
 */
export async function bundleScript(
  entry: string,
  target: string | string[] = oldestBrowsers,
): Promise<string> {
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target,
      copyPublicDir: false,
      lib: { entry, formats: ['iife'], name: 'pear' },
    },
  })) as [Rolldown.RolldownOutput];
  return output[0].code.trim();
}
