import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';

/** Our code: each file of `src` by its path, with what it says. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|js)$/.test(name))
  .map((name) => path.posix.join('src', name.split(path.sep).join('/')))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

const shared = ['async', 'components', 'content', 'form-definitions'];

/**
 * What each folder or loose file of `src` may import of the others. Each may
 * name only what stands above it, so that there are no circles.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  async: [],
  content: [],
  'form-definitions': [],
  'env.ts': [],
  'globals.d.ts': [],
  'routes.ts': ['form-definitions'],
  'tsconfig.json': [],
  styles: [],
  components: ['async'],
  firebase: ['env.ts'],
  outbox: ['async', 'form-definitions', 'firebase'],
  boot: ['async', 'content'],
  visitor: ['async', 'firebase'],
  forms: [
    'async',
    'boot',
    'components',
    'content',
    'form-definitions',
    'outbox',
    'visitor',
  ],
  unsent: [...shared, 'boot', 'forms', 'outbox', 'routes.ts'],
  pages: [...shared, 'forms'],
  app: [
    ...shared,
    ...['env.ts', 'routes.ts', 'boot', 'firebase', 'forms', 'outbox'],
    ...['pages', 'unsent', 'visitor'],
  ],
  'main.tsx': ['app', 'async', 'boot', 'env.ts', 'routes.ts', 'styles'],
  sw: ['async', 'env.ts', 'outbox', 'routes.ts'],
  node: [
    ...['app', 'boot', 'content', 'form-definitions', 'env.ts', 'forms'],
    ...['outbox', 'routes.ts'],
  ],
};

const imports = sources.flatMap(({ file: from, source }) => {
  const names = source.matchAll(
    /^(?:import|export|\} from)\b[^'\n]*'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...names].map(([, fixed = '', dynamic = '']) => {
    const name = fixed || dynamic;
    const ours = path.posix.join(path.posix.dirname(from), name);
    return { from, to: name.startsWith('.') ? ours : name };
  });
});

test('every folder is in the table, and names only what stands above it', () => {
  const known = Object.keys(mayImport);
  expect(readdirSync('src').sort()).toEqual([...known].sort());
  for (const [index, allowed] of Object.values(mayImport).entries()) {
    expect(known.slice(0, index)).toEqual(expect.arrayContaining([...allowed]));
  }
});

test('folders import what the table lets them, and nothing of the tests', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [part, other] = [partOf(from), partOf(to)];
    if (to.startsWith('tests/')) return true;
    const isOurs = to.startsWith('src/') && part !== other;
    return isOurs && !mayImport[part]?.includes(other);
  });
  expect(wrong).toEqual([]);
});

/** The folder of `src`, or its loose file, that a file belongs to. */
function partOf(file: string): string {
  return file.split('/')[1] ?? '';
}
