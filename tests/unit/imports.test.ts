import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

const sharedFolders = ['async', 'components', 'content', 'form-definitions'];

/**
 * The folders and files of `src` that each folder or file may import. A row may
 * name only rows above it, so there are no circular imports.
 */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  async: [],
  content: [],
  'form-definitions': [],
  'env.ts': [],
  'globals.d.ts': [],
  'routes.ts': ['form-definitions'],
  'addresses.ts': ['routes.ts'],
  'tsconfig.json': [],
  styles: [],
  components: ['async'],
  outbox: ['async'],
  firebase: ['env.ts', 'form-definitions', 'outbox'],
  boot: ['async', 'content'],
  visitor: ['async', 'firebase'],
  submissions: ['async', 'firebase', 'form-definitions', 'outbox'],
  forms: [...sharedFolders, 'boot', 'submissions', 'visitor'],
  unsent: [
    ...sharedFolders,
    ...['boot', 'forms', 'submissions', 'routes.ts', 'visitor'],
  ],
  pages: [...sharedFolders, 'forms'],
  app: [
    ...sharedFolders,
    ...['env.ts', 'routes.ts', 'addresses.ts', 'boot', 'firebase', 'forms'],
    ...['outbox', 'pages', 'submissions', 'unsent', 'visitor'],
  ],
  'main.tsx': [
    ...['env.ts', 'routes.ts', 'addresses.ts', 'app', 'async', 'boot'],
    'styles',
  ],
  sw: [
    ...['async', 'env.ts', 'outbox', 'routes.ts', 'addresses.ts'],
    'submissions',
  ],
  node: [],
  build: ['app', 'boot', 'content', 'node', 'routes.ts'],
  'local-server': ['build', 'node'],
  owner: ['form-definitions', 'forms', 'local-server', 'node'],
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|js)$/.test(name))
  .map((name) => path.join('src', name));

const imports = files.flatMap((from) => {
  const names = readFileSync(from, 'utf8').matchAll(
    /^(?:import|export|\} from)\b[^'\n]*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...names].map(([, fixed = '', dynamic = '']) => {
    const name = fixed || dynamic;
    const localPath = path.join(path.dirname(from), name);
    return { from, to: name.startsWith('.') ? localPath : name };
  });
});

test('each folder has a row in allowedImports, and imports only from folders in rows above', () => {
  const rows = Object.keys(allowedImports);
  expect(readdirSync('src').sort()).toEqual([...rows].sort());
  for (const [index, allowed] of Object.values(allowedImports).entries()) {
    expect(rows.slice(0, index)).toEqual(expect.arrayContaining([...allowed]));
  }
});

test('allowedImports lists all imports between folders, and no source file imports a test', () => {
  const forbiddenImports = imports.filter(({ from, to }) => {
    const [part, other] = [folderOf(from), folderOf(to)];
    if (to.startsWith('tests/')) return true;
    const crossesFolders = to.startsWith('src/') && part !== other;
    return crossesFolders && !allowedImports[part]?.includes(other);
  });
  expect(forbiddenImports).toEqual([]);
});

/** Returns the folder in `src` that contains a file, or the file itself. */
function folderOf(file: string): string {
  return file.split('/')[1] ?? '';
}
