import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Finds `addEventListener('online'`, also of an object, and `document.oninput = (`. */
const listenerPattern =
  /addEventListener(?:\?\.)?\(\s*'?(\w+)'?,|\b\w+\.on(\w+) = (?!null)/g;

test('docs/events.md lists which file listens to which event', () => {
  const listeners = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      Array.from(
        readFileSync(`src/${file}`, 'utf8').matchAll(listenerPattern),
        ([, event, property]) => `${event ?? property} ${file}`,
      ),
    );
  expect(listeners.length).toBeGreaterThan(60);

  const document = readFileSync('docs/events.md', 'utf8');
  const rows = Array.from(
    document.matchAll(/^\| `(\w+)` \| `(\S+)` \| .* \|$/gm),
    ([, event, file]) => `${event} ${file}`,
  );
  expect(rows.sort()).toEqual([...new Set(listeners)].sort());
});
