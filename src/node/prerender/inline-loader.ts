import { build, type Rolldown } from 'vite';

/** Bundles src/boot as the one script that is part of a page's own text. */
export async function bundleLoader(root: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      // Browsers too old for the rest must be able to read it and say so.
      target: 'es2018',
      copyPublicDir: false,
      lib: { entry: 'src/boot/main.ts', formats: ['iife'], name: 'boot' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built[0]?.output ?? [];
  if (!chunk) throw new Error('The loader is empty');
  return chunk.code.trim();
}
