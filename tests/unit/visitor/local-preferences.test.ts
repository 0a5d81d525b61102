import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  getPreference,
  onPreferenceChange,
  setPreference,
  usePreference,
} from '../../../src/visitor/local-preferences.ts';

const key = 'pear_user_email';

let stored: Map<string, string>;
let isFull: boolean;
let events: EventTarget;

beforeEach(() => {
  stored = new Map();
  isFull = false;
  events = new EventTarget();

  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      stored.set(name, text);
    },
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
});

test('a preference is stored, read and removed', () => {
  expect(getPreference(key)).toBe('');
  setPreference(key, 'ada@loom.example');
  expect(stored.get(key)).toBe('ada@loom.example');
  expect(getPreference(key)).toBe('ada@loom.example');

  setPreference(key, '');
  expect(stored.has(key)).toBe(false);
  expect(getPreference(key)).toBe('');
});

test('the page remembers a preference that cannot be stored, until it can be stored', () => {
  isFull = true;

  setPreference(key, 'ada@loom.example');
  expect(stored.size).toBe(0);
  expect(getPreference(key)).toBe('ada@loom.example');

  isFull = false;
  setPreference(key, 'eve@loom.example');
  // From now on, the page must read what is stored, and not its own copy.
  stored.set(key, 'from another tab');
  expect(getPreference(key)).toBe('from another tab');
});

test('forbidden storage counts as empty', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(getPreference(key)).toBe('');
});

const occasions = [
  {
    occasion: 'a change in this page',
    cause: () => setPreference(key, 'ada@loom.example'),
  },
  { occasion: 'a change in another tab', cause: () => dispatch('storage') },
  {
    occasion: 'the return of a frozen page',
    cause: () => dispatch('pageshow'),
  },
];

test.each(occasions)(
  'a listener is called at $occasion, until it unsubscribes',
  ({ cause }) => {
    const listener = vi.fn();
    const unsubscribe = onPreferenceChange(listener);
    cause();
    expect(listener).toHaveBeenCalledTimes(1);

    unsubscribe();
    cause();
    expect(listener).toHaveBeenCalledTimes(1);
  },
);

function dispatch(type: string): void {
  events.dispatchEvent(new Event(type));
}

test('the static page contains no preference, because all visitors get the same page', () => {
  stored.set(key, 'ada@loom.example');
  const Page = () => createElement('p', null, `[${usePreference(key)}]`);
  expect(renderToString(createElement(Page))).toBe('<p>[]</p>');
});
