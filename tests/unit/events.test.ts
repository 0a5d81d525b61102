import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Finds `addEventListener('online'`, also of an object, and `document.oninput = (`. */
const listenerPattern =
  /(?:\b(\w+)\??\.)?addEventListener(?:\?\.)?\(\s*'?(\w+)'?,|\b(\w+)\.on(\w+) = (?!null)/g;

/** The objects whose events docs/events.md lists. Without a name it is the global object. */
const eventTargets =
  /^(window|document|self|globalThis|events|serviceWorker|(own)?channel)?$/i;

test('docs/events.md lists who listens to the events of window, document, channels and worker', () => {
  const listeners = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`src/${file}`, 'utf8').matchAll(listenerPattern)]
        .filter(([, target, , owner]) =>
          eventTargets.test(target ?? owner ?? ''),
        )
        .map(([, , event, , property]) => `${event ?? property} ${file}`),
    );
  expect(listeners.length).toBeGreaterThan(40);

  const document = readFileSync('docs/events.md', 'utf8');
  const rows = Array.from(
    document.matchAll(/^\| `(\w+)` \| `(\S+)` \| .* \|$/gm),
    ([, event, file]) => `${event} ${file}`,
  );
  expect(rows.sort()).toEqual([...new Set(listeners)].sort());
});
