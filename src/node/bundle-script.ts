import { build, type Rolldown } from 'vite';
import { target as oldest } from './browsers.ts';

/** Bundles a module and all that it imports as one classic script. */
export async function bundleScript({
  entry,
  name,
  target = oldest,
  root = process.cwd(),
}: {
  entry: string;
  name: string;
  target?: string | string[];
  root?: string;
}): Promise<string> {
  const [built] = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target,
      copyPublicDir: false,
      lib: { entry, formats: ['iife'], name },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built?.output ?? [];
  if (!chunk) throw new Error(`${entry} is empty`);
  return chunk.code.trim();
}
