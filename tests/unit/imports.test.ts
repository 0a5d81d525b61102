import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { notFoundRoute, routes } from '../../src/routes.ts';

/** These files of `src` import nothing, and nothing imports them. */
const configuration = ['globals.d.ts', 'tsconfig.json'];

/** The rooms that each room may import, by the table of docs/structure.md. */
const allowedImports = readTable('docs/structure.md');

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|js|css)$/.test(name))
  .map((name) => path.join('src', name));
const files = sources.filter((file) => !file.endsWith('.css'));

const imports = sources.flatMap((from) => {
  const names = readFileSync(from, 'utf8').matchAll(
    /^(?:import|export|\} from)\b[^'\n]*'([^']+)'|\bimport\(\s*'([^']+)'|\bcomposes: .* from "([^"]+)"/gm,
  );
  return [...names].map(([, fixed = '', dynamic = '', composed = '']) => {
    const name = fixed || dynamic || composed;
    const localPath = path.join(path.dirname(from), name);
    return { from, to: name.startsWith('.') ? localPath : name };
  });
});

test('docs/structure.md has a row for each room, which may import only from rows above', () => {
  const rooms = [...allowedImports.keys()];
  const entries = readdirSync('src');
  expect([...rooms, ...configuration].sort()).toEqual(entries.sort());
  for (const [index, [room, allowed]] of [...allowedImports].entries())
    expect(rooms.slice(0, index), room).toEqual(
      expect.arrayContaining(allowed),
    );
});

test('docs/structure.md lists all imports between rooms, and no source file imports a test', () => {
  expect(imports.length).toBeGreaterThan(400);
  const forbiddenImports = imports.filter(({ from, to }) => {
    if (to.startsWith('tests/')) return true;
    const [room, other] = [getRoom(from), getRoom(to)];
    const crossesRooms = to.startsWith('src/') && room !== other;
    return crossesRooms && !allowedImports.get(room)?.includes(other);
  });
  expect(forbiddenImports).toEqual([]);
});

test('every page is on a route, and every text, component and part of a page is imported', () => {
  const pageNames = [...routes, notFoundRoute].map(
    ({ page }) => `src/pages/${page}.tsx`,
  );
  const pages = files.filter((file) => path.dirname(file) === 'src/pages');
  expect(pages.sort()).toEqual([...new Set(pageNames)].sort());

  const imported = new Set(imports.map(({ to }) => to));
  const parts = ['src/components', 'src/content', 'src/pages'].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(folder, name))
        .filter((file) => /\.(tsx?|css)$/.test(file) && !pages.includes(file)),
  );
  expect(parts.length).toBeGreaterThan(40);
  expect(parts.filter((file) => !imported.has(file))).toEqual([]);
});

/** Reads rows such as "| `firebase` | is the only user of Firebase | `env.ts` |". */
function readTable(document: string): ReadonlyMap<string, string[]> {
  const rows = readFileSync(document, 'utf8').matchAll(
    /^\| `([^`]+)` \|.*\|([^|]*)\|$/gm,
  );
  return new Map(
    Array.from(rows, ([, room = '', names = '']) => [
      room,
      Array.from(names.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
    ]),
  );
}

/** Returns the folder in `src` that contains a file, or the file itself. */
function getRoom(file: string): string {
  return file.split('/')[1] ?? '';
}
