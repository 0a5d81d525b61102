import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { VitePWAOptions } from 'vite-plugin-pwa';
import type { PageScripts } from '../../boot/page-scripts.ts';

type ManifestTransform = NonNullable<
  VitePWAOptions['injectManifest']['manifestTransforms']
>[number];

/** The types that hosting gives to text files, by the endings of their names. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/**
 * Returns the transform that gives each precached file its address and, as its
 * revision, the first 16 bytes of its SHA-256. The transform also writes the
 * pack, which holds all text files except the scripts that every page loads: a
 * line with their number, then a line of JSON for each. Its name ends in `.json`
 * because hosting compresses files by their type.
 */
export function offlinePack(dist = 'dist'): ManifestTransform {
  return (entries) => {
    // A withdrawn worker installs nothing.
    if (process.env.VITE_WORKER === 'off') return { manifest: [] };
    const files = entries.map(({ url: name, size }) => {
      const body = readFileSync(path.join(dist, name));
      const type = types[path.extname(name)];
      return { url: addressOf(name), revision: hashOf(body), size, type, body };
    });
    const shared = scriptsOfEveryPage(files.map(({ body }) => String(body)));
    // Neighbors of one type compress each other.
    const packed = Object.values(types).flatMap((type) =>
      files.filter((file) => file.type === type && !shared.has(file.url)),
    );
    const lines = packed.map(({ url, type, body }) =>
      JSON.stringify([url, type, String(body)]),
    );
    const pack = Buffer.from([packed.length, ...lines, ''].join('\n'));
    const url = `/static/offline-${hash('sha256', pack).slice(0, 8)}.json`;
    writeFileSync(path.join(dist, url), pack);
    const list = files.map(({ body, type, ...entry }) => entry);
    // The pack itself is never cached.
    return { manifest: [...list, { url, revision: null, size: pack.length }] };
  };
}

/** Hosting serves pages at clean addresses, so they are cached there. */
function addressOf(file: string): string {
  return `/${file}`.replace(/(\/index)?\.html$/, '') || '/';
}

/** Returns the first 16 bytes of the SHA-256, in base64. */
export function hashOf(body: Buffer | string): string {
  return hash('sha256', body, 'buffer').toString('base64', 0, 16).slice(0, 22);
}

/** Returns what each page names for its loader, and what each page loads later. */
function scriptsOfEveryPage(texts: readonly string[]): Set<string> {
  const namedByPages = texts.flatMap((text) => {
    const json = /<script type="application\/json">(.*?)<\/script>/.exec(text);
    return json?.[1] ? [(JSON.parse(json[1]) as PageScripts).files] : [];
  });
  const [first = [], ...others] = namedByPages;
  const named = first.filter((file) =>
    others.every((files) => files.includes(file)),
  );
  // The table of chunk-files.ts.
  const later = texts.flatMap((text) => {
    const files = /"app\/notices":(\[.*?\])/.exec(text);
    return files?.[1] ? (JSON.parse(files[1]) as string[]) : [];
  });
  return new Set([...named, ...later]);
}
