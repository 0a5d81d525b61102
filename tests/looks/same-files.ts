import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** The name of a built file that contains the hash of its content. */
const hashedName = /[\w-]+-[\w-]{6}\.(?:js|css|woff2)/g;
const hashPart = /-[\w-]{6}(?=\.\w+$)/;

/** Headers that say nothing about how a page looks, and that differ by build or time. */
const otherHeaders = ['connection', 'content-length', 'date', 'etag'];

/** A site with a build of its own. */
export interface BuiltSite {
  origin: string;
  /** The folder of the build. */
  dist: string;
}

/** Returns the names of a build's files without their hashes, by the names with them. */
function nameWithoutHashes(dist: string): ReadonlyMap<string, string> {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const names = files
    .map((file) => ({ file, base: path.basename(file) }))
    .filter(({ base }) => base.match(hashedName)?.[0] === base);

  const shortNames = names.map(({ base }) => base.replace(hashPart, ''));
  return new Map(
    names.map(({ file, base }, index) => {
      const shortName = shortNames[index] ?? '';
      const isUnique =
        shortNames.indexOf(shortName) === shortNames.lastIndexOf(shortName);
      return [base, isUnique ? shortName : addContentHash(dist, file)];
    }),
  );
}

/** Returns a name for a file of a build in which another file has the same short name. */
function addContentHash(dist: string, file: string): string {
  const text = readFileSync(path.join(dist, file), 'latin1');
  // The names of other files in the text change with the content of those files.
  const ownText = text.replace(hashedName, (name) =>
    name.replace(hashPart, ''),
  );
  return `${path.basename(file).replace(hashPart, '')}:${hash('sha256', ownText)}`;
}

/** Returns the paths of the scripts and style sheets that all pages name. */
export function listCommonFiles({ dist }: BuiltSite): string[] {
  const listFiles = (page: string) => {
    const html = readFileSync(path.join(dist, page), 'utf8');
    return html.match(/\/static\/[\w./-]+\.(?:js|css)\b/g) ?? [];
  };
  const homeFiles = new Set<string>(listFiles('index.html'));
  const files = new Set(listFiles('404.html'));
  return [...files].filter((file) => homeFiles.has(file));
}

function removeHashes(text: string, names: ReadonlyMap<string, string>) {
  return text.replace(hashedName, (name) => names.get(name) ?? name);
}

/**
 * Returns the paths whose responses differ between two builds, apart from the hashes in
 * the names of files. `paths` are those of the build `after`.
 */
export async function findDifferentPaths(
  before: BuiltSite,
  after: BuiltSite,
  paths: Iterable<string>,
): Promise<string[]> {
  const beforeNames = nameWithoutHashes(before.dist);
  const afterNames = nameWithoutHashes(after.dist);
  const hashedNames = new Map(
    [...beforeNames].map(([name, short]) => [short, name]),
  );

  const differentPaths: string[] = [];
  for (const url of paths) {
    const oldUrl = url.replace(hashedName, (name) => {
      const shortName = afterNames.get(name);
      return (shortName && hashedNames.get(shortName)) ?? name;
    });
    const [old, current] = await Promise.all([
      describeResponse(before.origin + oldUrl, beforeNames),
      describeResponse(after.origin + url, afterNames),
    ]);
    if (old !== current) differentPaths.push(url);
  }
  return differentPaths;
}

/** Returns the status, the headers and the content of a response as one text. */
async function describeResponse(
  url: string,
  names: ReadonlyMap<string, string>,
): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  const headers = [...response.headers].filter(
    ([name]) => !otherHeaders.includes(name),
  );
  const content = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const text = JSON.stringify([response.status, headers, content]);
  return removeHashes(text, names);
}
