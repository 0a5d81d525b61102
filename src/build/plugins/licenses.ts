import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The text for packages that name this license but contain no copy of it. */
const apacheLicense = new URL('apache-2.0.txt', import.meta.url);

/** Writes licenses.txt. The worker's build runs last, and completes the list. */
export function licenses(): Plugin {
  const packages = new Set<string>();
  return {
    name: 'pear:licenses',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle).flatMap(listModules)) {
        const [, folder] =
          /^\0?(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
        if (folder) packages.add(path.resolve(folder));
      }
      const source = [...packages].sort().map(readNotice).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}

function listModules(output: Rolldown.OutputAsset | Rolldown.OutputChunk) {
  if (output.type === 'asset') return output.originalFileNames;
  const includedModules = Object.entries(output.modules).filter(
    ([, { renderedLength }]) => renderedLength > 0,
  );
  return includedModules.map(([id]) => id);
}

function readNotice(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file && license !== 'Apache-2.0') {
    throw new Error(`${name} contains no copy of its license, ${license}.`);
  }

  const source = file ? path.join(folder, file) : apacheLicense;
  const text = readFileSync(source, 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}`;
}
