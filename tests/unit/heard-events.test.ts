import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heardEvents } from '../../src/heard-events.ts';

/** React listens to these at the element itself. */
const atElements = ['close'];

test('React hears what components listen to, and nothing else', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'));
  const all = (pattern: RegExp) =>
    sources.flatMap((text) =>
      [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()),
    );
  const listened = all(/\son([A-Z]\w*)=/g);
  const ownProps = all(/\bon([A-Z]\w*)\??: /g);
  const heard = [...heardEvents, ...atElements];
  const deaf = listened.filter((type) => !heard.includes(type));
  expect(deaf.filter((type) => !ownProps.includes(type))).toEqual([]);
  expect(heard.filter((type) => !listened.includes(type))).toEqual([]);
});
