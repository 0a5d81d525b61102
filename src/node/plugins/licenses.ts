import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Some packages name this licence and bring no copy of it. */
const apache = new URL('apache-2.0.txt', import.meta.url);

/**
 * Writes licences.txt: whose work the built files contain, on which terms. The
 * worker is built on its own and last, so that what it writes is for both.
 */
export function licences(): Plugin {
  const packages = new Set<string>();
  return {
    name: 'pear:licences',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle).flatMap(sourcesOf)) {
        const [, folder] =
          /^\0?(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
        if (folder) packages.add(path.resolve(folder));
      }
      const source = [...packages].sort().map(noticeOf).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

/** Returns the sources of what an output holds. */
function sourcesOf(output: Rolldown.OutputAsset | Rolldown.OutputChunk) {
  if (output.type === 'asset') return output.originalFileNames;
  const used = Object.entries(output.modules).filter(
    ([, { renderedLength }]) => renderedLength > 0,
  );
  return used.map(([id]) => id);
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const own = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!own && license !== 'Apache-2.0') {
    throw new Error(`${name} brings no copy of its licence, ${license}.`);
  }
  const copy = own ? path.join(folder, own) : apache;
  const text = readFileSync(copy, 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}\n\n${'-'.repeat(80)}`;
}
