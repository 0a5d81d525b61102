import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  hasBrandColor,
  hashSources,
  listOldPictures,
} from '../../pictures/drawn.ts';

const advice = 'run npm run pictures, and look at what it has drawn';

test('the drawings and styles have the brand color of the tokens', () => {
  expect(hasBrandColor(), advice).toBe(true);
});

test('no committed picture is older than its sources', () => {
  expect([...listOldPictures()], advice).toEqual([]);
});

test('one command draws all icons, link previews and screenshots', () => {
  const folders = ['public', '.github/screenshots'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(png|ico|jpe?g|webp|avif)$/.test(name))
      // A photo on a page is not drawn.
      .filter((name) => !name.startsWith('pictures/'))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.sort()).toEqual(Object.keys(hashSources()).sort());
});
