import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collections } from '../../src/node/server/firestore/access.ts';
import { routes } from '../../src/routes.ts';

test('firestore.rules has the limits of the forms', () => {
  const rules = readFileSync('firestore.rules', 'utf8');
  const found = [...rules.matchAll(/match \/(\w+)\/\{id\} \{([^}]*)\}/g)].map(
    ([, collection = '', block = '']) => {
      const texts = [...block.matchAll(/isText\('(\w+)', (\d+)\)/g)];
      const limits = texts.map(([, name = '', most]) => [name, Number(most)]);
      const listed = /isRecord\(\[([^\]]*)\]\)/.exec(block)?.[1] ?? '';
      const names = [...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name);
      expect(names.sort()).toEqual(limits.map(([name]) => name).sort());
      return [collection, Object.fromEntries(limits)];
    },
  );
  const wanted = [...collections].map(([name, limits]) => [
    name,
    Object.fromEntries(limits),
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  expect(collections.size).toBe(5);
});

test('firebase.json leads each lower-case spelling to its route', () => {
  const { hosting } = JSON.parse(readFileSync('firebase.json', 'utf8')) as {
    hosting: {
      redirects: { source: string; destination: string; type: number }[];
    };
  };
  const moved = hosting.redirects.map(({ source, destination, type }) => {
    expect(type).toBe(301);
    return [source, destination];
  });
  const lower = routes
    .filter(({ path }) => path !== path.toLowerCase())
    .map(({ path }) => [path.toLowerCase(), path]);
  // Spellings that the routes do not tell: product.md's own, and the file's
  // name, which with a query would lead to itself on the Hosting emulator.
  const others = [
    ['/waitList', '/waitlist'],
    ['/index', '/'],
    ['/index.html', '/'],
  ];
  expect(moved.sort()).toEqual([...lower, ...others].sort());
});
