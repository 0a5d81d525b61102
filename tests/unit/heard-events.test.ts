import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heardEvents } from '../../src/app/heard-events.ts';

/** React listens to these at the element itself. */
const atTheElement = ['close'];
/** It hears the links in it. */
const delegating = ['dialog: click'];

test('React hears what components listen to, and nothing else', () => {
  const listening = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => listenersIn(readFileSync(`src/${file}`, 'utf8')))
    .filter(({ type }) => !atTheElement.includes(type));
  const unheard = listening
    .filter(({ type, element }) => !isHeard(type, element))
    .map(({ type, element: [name] }) => `${name}: ${type}`);
  expect(unheard).toEqual(delegating);
  const types = new Set(listening.map(({ type }) => type));
  expect([...types].sort()).toEqual(Object.keys(heardEvents).sort());
});

/** An element's name and what follows it in the source. */
type Element = [name: string, rest: string];

function isHeard(type: string, [name, rest]: Element): boolean {
  return (heardEvents[type]?.split(', ') ?? []).some((selector) =>
    selector === 'button:not([popovertarget])'
      ? name === 'button' && !rest.includes('popoverTarget')
      : selector === name,
  );
}

/** Elements only: what a component does with its props is found in itself. */
function listenersIn(source: string): { type: string; element: Element }[] {
  return [...source.matchAll(/<([a-z]\w*)\s([^<]*)/g)].flatMap(
    ([, name = '', rest = '']) =>
      [...rest.matchAll(/\bon([A-Z]\w*)=/g)].map(([, type = '']) => ({
        type: type.toLowerCase(),
        element: [name, rest] satisfies Element,
      })),
  );
}
