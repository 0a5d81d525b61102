import * as path from 'node:path';
import { expect, test } from 'vitest';
import { addressesOf } from '../../src/node/plugins/chunk-addresses.ts';
import { sources } from './sources.ts';

const importers = ['/site/src/app/app.tsx'];

test('each module loaded on demand has its address, by its path', () => {
  const imports = [
    { id: '/site/src/outbox/run.ts', importers },
    { id: '/site/src/pages/run.tsx', importers },
    { id: '/site/src/app/app.tsx', importers: [] },
    { id: '/lib/other.js', importers: ['/lib/index.js'] },
  ];
  const files = new Map([
    ['/site/src/outbox/run.ts', 'static/js/run-1.js'],
    ['/site/src/pages/run.tsx', 'static/js/run-2.js'],
  ]);
  expect(addressesOf('/site/src/', imports, files)).toEqual({
    'outbox/run': '/static/js/run-1.js',
    'pages/run': '/static/js/run-2.js',
  });
});

test('a build fails where a dynamic import has no chunk, or no own name', () => {
  const imports = ['a.ts', 'a.tsx'].map((file) => ({
    id: `/site/src/${file}`,
    importers,
  }));
  const files = new Map(imports.map(({ id }) => [id, 'static/js/a.js']));
  expect(() => addressesOf('/site/src/', imports, files)).toThrow('called a');
  expect(() => addressesOf('/site/src/', imports, new Map())).toThrow('a.ts');
  const outside = [{ id: '/lib/other.js', importers }];
  expect(() => addressesOf('/site/src/', outside, new Map())).toThrow('/lib');
});

test('every dynamic import goes through loadChunk, by its own path', () => {
  const pages = sources.filter(({ file }) => !file.startsWith('src/node/'));
  const found = pages.flatMap(({ file, source }) => {
    const code = source.replace(/\/\*.*?\*\//gs, '');
    const imports = code.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g);
    return [...imports].map(([, imported = '']) => {
      const name = path.relative(
        'src',
        path.join(path.dirname(file), imported),
      );
      return { file, code, name: name.replace(/\.tsx?$/, '') };
    });
  });
  expect(found).not.toEqual([]);
  for (const { file, name, code } of found) {
    const call = new RegExp(`\\bloadChunk\\(\\s*'${name}',`);
    expect(code, `${file} imports ${name}`).toMatch(call);
  }
});
