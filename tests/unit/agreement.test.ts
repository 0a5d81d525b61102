import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collections } from '../../src/node/server/firestore/access.ts';

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
