import { parseHTML } from 'linkedom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { load } from '../../../src/boot/loader.ts';
import {
  adoptEarlyInput,
  keepDraft,
  readDraft,
} from '../../../src/forms/draft.ts';

const files = ['/react.js', '/index.js', '/home.js'];
const page = { entry: '/index.js', files };
let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  const html = '<html class="scripted"><head></head><body></body></html>';
  vi.stubGlobal('document', parseHTML(html).document);
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', { pathname: '/careers', reload: vi.fn() });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the entry runs after what it imports, and pages load themselves', async () => {
  const brought: string[] = [];
  const done = load(page, async (file) => brought.push(file));
  await vi.runAllTimersAsync();
  await done;
  expect(brought).toEqual(['/react.js', '/index.js']);
});

/** What is said below the page. */
const notices = () => document.body.textContent;

const offline = () => Promise.reject(new Error('offline'));
const half = new SyntaxError('end of script');
const absent = new Error('not loaded');

test.each([
  ['missing', async () => ({ ok: false }), '/react.js', absent],
  ['network', async () => ({ ok: true }), '/index.js', absent],
  ['network', offline, '/index.js', absent],
  ['network', async () => ({ ok: true }), '/index.js', half],
])('%s: told and tried again', async (kind, answer, file, error) => {
  vi.stubGlobal('fetch', answer);
  const bring = vi.fn().mockRejectedValue(error);
  await load(page, bring);
  expect(notices()).toMatch(`Loading chunk failed: ${kind}, ${file} `);
  await vi.advanceTimersByTimeAsync(5000);
  expect(document.body.children).toHaveLength(1);
  bring.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(6000);
  expect(notices()).toBe('');
});

test('code that does not come is given up after 120 seconds', async () => {
  const done = load(page, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(notices()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(notices()).toContain('timeout, /index.js');
});

test('what is typed early becomes part of the draft, whatever that edits', () => {
  stored.set('pear-early-waitlist', '{"email":"ada@example.com"}');
  keepDraft('waitlist-1', { typed: { brand: 'Lopewell' } });
  adoptEarlyInput('waitlist', 'waitlist-1');
  const typed = { email: 'ada@example.com', brand: 'Lopewell' };
  expect(readDraft('waitlist-1')).toEqual({ typed });
  expect(readDraft('waitlist')).toEqual({ typed: {} });
});
