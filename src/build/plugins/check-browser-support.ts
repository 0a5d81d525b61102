import type { Plugin } from 'vite';
import type { MissingFeature } from '../browser-features.ts';

type Source = readonly [file: string, code: string];

/** Makes the build fail if it needs more than the oldest supported browsers have. */
export function checkBrowserSupport(): Plugin {
  return {
    name: 'pear:check-browser-support',
    // Not in `generateBundle`: after an error there, the worker's build fails too, and
    // Vite reports only that second error.
    async writeBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.fileName.endsWith('.css') && chunk.type === 'asset')
          await checkStyles(chunk.fileName, String(chunk.source));

        if (chunk.type !== 'chunk') continue;
        const { fileName, code, modules } = chunk;
        const sources = Object.entries(modules).map(
          ([file, module]): Source => [file, module.code ?? ''],
        );
        await checkScript(fileName, code, sources);
      }
    },
  };
}

/** Throws if the script uses a feature that a supported browser lacks. */
export async function checkScript(
  name: string,
  code: string,
  /** The script's modules: their files, with their code. */
  sources: readonly Source[] = [],
): Promise<void> {
  // Loaded here, because reading the data takes longer than starting the dev server.
  const { findMissingFeatures } = await import('../browser-features.ts');
  reportMissingFeatures(name, findMissingFeatures(code), sources);
}

async function checkStyles(name: string, styles: string): Promise<void> {
  const { findMissingMediaFeatures } = await import('../browser-features.ts');
  reportMissingFeatures(name, findMissingMediaFeatures(styles));
}

function reportMissingFeatures(
  name: string,
  missingFeatures: readonly MissingFeature[],
  sources: readonly Source[] = [],
): void {
  if (missingFeatures.length === 0) return;

  const lines = missingFeatures.map((feature) => {
    const { identifier, browsers } = feature;
    const files = sources
      .filter(([, source]) => identifier && source.includes(identifier))
      .map(([file]) => file);
    const place = files.length > 0 ? files.join(', ') : feature.code;
    return `${feature.name} is missing in ${browsers.join(', ')}: ${place}`;
  });

  throw new Error(
    `${name} uses what supported browsers lack (src/build/supported-browsers.ts).\n${lines.join('\n')}`,
  );
}
