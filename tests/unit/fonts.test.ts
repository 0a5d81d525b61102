import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The weights of each font that has a file. */
const weights = new Map<string, string[]>();
const faces = readFileSync('src/styles/fonts.css', 'utf8').matchAll(
  /font-family: "?([\w ]+)"?;\s*font-weight: (\d+);/g,
);
for (const [, family = '', weight = ''] of faces)
  weights.set(family, [...(weights.get(family) ?? []), weight]);

/** Finds shorthands such as `font: 600 1rem / 1.2 var(--display)`. */
const shorthandPattern = /\bfont: (\d+) .*var\(--(display|sans)\)/g;
const families = { display: 'Lora', sans: 'Poppins' };

const styleSheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css') && !name.endsWith('fonts.css'))
  .map((name) => ({ name, text: readFileSync(`src/${name}`, 'utf8') }));

// Browsers take the nearest weight instead, and draw a missing bold themselves.
test('each weight in a style sheet is that of a font file', () => {
  expect(weights.get('Poppins')?.length).toBeGreaterThan(1);
  const missing = styleSheets.flatMap(({ name, text }) => {
    const known = [...weights.values()].flat();
    const plain = [...text.matchAll(/\bfont-weight: ([^;]+);/g)]
      .map(([, weight = '']) => weight)
      .filter((weight) => weight !== 'inherit' && !known.includes(weight));
    const shorthands = [...text.matchAll(shorthandPattern)]
      .filter(([, weight = '', token]) => {
        const family = families[token as keyof typeof families];
        return !weights.get(family)?.includes(weight);
      })
      .map(([shorthand]) => shorthand);
    return [...plain, ...shorthands].map((weight) => `${name}: ${weight}`);
  });
  expect(missing).toEqual([]);
});
