import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { collectImports } from '../../../src/build/plugins/chunk-files.ts';

/** Returns a bundle of chunks whose static imports are given by their names. */
function createBundle(imports: Record<string, string[]>) {
  const chunks = Object.entries(imports).map(([fileName, names]) => [
    fileName,
    { type: 'chunk', fileName, imports: names },
  ]);
  return Object.fromEntries(chunks) as Record<string, Rolldown.OutputChunk>;
}

function collectNames(imports: Record<string, string[]>, ...roots: string[]) {
  const bundle = createBundle(imports);
  const rootChunks = Object.values(bundle).filter(({ fileName }) =>
    roots.includes(fileName),
  );
  const found = collectImports(rootChunks, bundle);
  return [...found].map(({ fileName }) => fileName);
}

test('a chunk comes after the chunks that it imports', () => {
  const imports = { page: ['form', 'react'], form: ['react'], react: [] };
  expect(collectNames(imports, 'page')).toEqual(['react', 'form', 'page']);
});

test('a chunk that two chunks import is listed once', () => {
  const imports = { main: ['react'], page: ['react'], react: [] };
  const names = collectNames(imports, 'main', 'page');
  expect(names).toEqual(['react', 'main', 'page']);
});

test('each chunk of a circle of imports is listed once', () => {
  const imports = { page: ['form'], form: ['field'], field: ['form'] };
  expect(collectNames(imports, 'page')).toEqual(['field', 'form', 'page']);
});
