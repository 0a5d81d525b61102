import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { VitePWAOptions } from 'vite-plugin-pwa';
import type { PageData } from '../../boot/page-data.ts';
import { textTypes } from './file-headers.ts';

type ManifestTransform = NonNullable<
  VitePWAOptions['injectManifest']['manifestTransforms']
>[number];

/**
 * Returns a transform that sets the address and the hash of each cached file. The
 * transform also writes the offline pack: a line with the number of files, then a
 * line of JSON for each text file. The pack omits the scripts that every page loads.
 * The pack's extension is `.json` because hosting compresses files by their type.
 */
export function offlinePack(dist = 'dist'): ManifestTransform {
  return (entries) => {
    // With VITE_WORKER=off the worker unregisters itself and caches nothing.
    if (process.env.VITE_WORKER === 'off') return { manifest: [] };

    const files = entries.map(({ url: name, size }) => {
      const body = readFileSync(path.join(dist, name));
      const url = getAddress(name);
      const revision = computeHash(body);
      return { url, revision, size, extension: path.extname(name), body };
    });
    const sharedUrls = findSharedScripts(files.map(({ body }) => String(body)));
    // Files of one type are adjacent, and pages come after the style sheets and texts
    // that they contain, because the pack then compresses better.
    const packedFiles = Object.keys(textTypes).flatMap((extension) =>
      files.filter(
        (file) => file.extension === extension && !sharedUrls.has(file.url),
      ),
    );

    const lines = packedFiles.map(({ url, body }) =>
      JSON.stringify([url, String(body)]),
    );
    const pack = Buffer.from([packedFiles.length, ...lines, ''].join('\n'));
    const url = `/static/offline-${hash('sha256', pack).slice(0, 8)}.json`;
    writeFileSync(path.join(dist, url), pack);

    const manifestEntries = files.map(({ url, revision, size }) => ({
      url,
      revision,
      size,
    }));
    // The precache manifest tells the worker the pack's address. The pack is not cached.
    const packEntry = { url, revision: null, size: pack.length };
    return { manifest: [...manifestEntries, packEntry] };
  };
}

/** Returns a file's address. Hosting serves pages without `.html`. */
function getAddress(file: string): string {
  return `/${file}`.replace(/(\/index)?\.html$/, '') || '/';
}

export function computeHash(body: Buffer | string): string {
  return hash('sha256', body, 'buffer').toString('base64', 0, 16).slice(0, 22);
}

/** Returns the scripts that every page loads, at once or later. */
function findSharedScripts(texts: readonly string[]): Set<string> {
  const filesOfPages = texts.flatMap((text) => {
    const json = /<script type="application\/json">(.*?)<\/script>/.exec(text);
    return json?.[1] ? [(JSON.parse(json[1]) as PageData).files] : [];
  });
  const [firstFiles = [], ...otherFiles] = filesOfPages;
  const initialScripts = firstFiles.filter((file) =>
    otherFiles.every((files) => files.includes(file)),
  );
  // The HTML does not list the files of the notices. chunk-files.ts lists them.
  const noticeScripts = texts.flatMap((text) => {
    const files = /"app\/notices":(\[.*?\])/.exec(text);
    return files?.[1] ? (JSON.parse(files[1]) as string[]) : [];
  });
  return new Set([...initialScripts, ...noticeScripts]);
}
