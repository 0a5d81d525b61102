import {
  afterEach,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import {
  endEarlyInput,
  hasTakenOver,
  isPressedEarly,
  listenEarly,
  takeEarlyInput,
} from '../../../src/boot/early-input.ts';
import { load, loadAfterPaint } from '../../../src/boot/loader.ts';
import {
  adoptEarlyInput,
  keepDraft,
  readDraft,
} from '../../../src/forms/draft.ts';

/** As much of an element as the loader touches. */
function createElement() {
  const children: { text: string; remove(): void }[] = [];
  const element = {
    text: '',
    children,
    setAttribute: () => {},
    append: (text: string) => (element.text += text),
    appendChild: (child: (typeof children)[0]) => children.push(child) && child,
    remove: vi.fn(),
  };
  return element;
}

const files = ['/react.js', '/index.js', '/home.js'];
const page = { entry: '/index.js', files };
let body: ReturnType<typeof createElement>;
let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  body = createElement();
  stored = new Map();
  vi.stubGlobal('document', { body, createElement });
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
  const [notice] = body.children;
  expect(notice?.text).toBe(`Loading chunk failed: ${kind}, ${file} `);
  await vi.advanceTimersByTimeAsync(5000);
  expect(body.children).toEqual([notice]);
  bring.mockResolvedValue(undefined);
  await vi.advanceTimersByTimeAsync(6000);
  expect(notice?.remove).toHaveBeenCalled();
});

test('code too new for the browser leaves forms saying so', async () => {
  const toggle = vi.fn();
  Object.assign(document, {
    documentElement: { classList: { toggle }, dataset: {} },
    querySelectorAll: () => [],
  });
  vi.stubGlobal('fetch', async () => ({ ok: true }));
  const bring = vi.fn(() => Promise.reject(new SyntaxError('static {')));
  const [list, name] = [Array.prototype, 'findLast'];
  const findLast = Object.getOwnPropertyDescriptor(list, name) ?? {};
  Reflect.deleteProperty(list, name);
  onTestFinished(() => void Object.defineProperty(list, name, findLast));
  await load(page, bring);
  await vi.advanceTimersByTimeAsync(6000);
  expect(toggle).toHaveBeenCalledWith('scripted', false);
  expect(body.children).toEqual([]);
  expect(bring).toHaveBeenCalledOnce();
});

test('code that does not come is given up after 120 seconds', async () => {
  const done = load(page, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(body.children).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(body.children[0]?.text).toContain('timeout, /index.js');
});

class Unpainted {
  observe() {
    throw new TypeError('paint is not supported');
  }
}

test.each([
  ['lacks PerformanceObserver', undefined],
  ['cannot observe paints', Unpainted],
])('in a browser that %s the code comes at load', async (_, observer) => {
  const head = createElement();
  const events = new EventTarget();
  Object.assign(document, { head, hidden: true });
  vi.stubGlobal('PerformanceObserver', observer);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const fetch = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', fetch);
  loadAfterPaint(page);
  expect(head.children).toEqual([]);
  events.dispatchEvent(new Event('load'));
  expect(head.children).toMatchObject(page.files.map((href) => ({ href })));
  // There is no such code here: asking why is the end of it.
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled(), 600_000);
});

test('what is typed early is given once, by the name of its form', () => {
  listenEarly();
  const form = { getAttribute: () => 'waitlist' };
  vi.stubGlobal('FormData', function entries() {
    return new Map([['email', 'ada@example.com']]);
  });
  document.oninput?.({ target: { form } } as unknown as InputEvent);
  expect(takeEarlyInput('careers')).toEqual({});
  expect(takeEarlyInput('waitlist')).toEqual({ email: 'ada@example.com' });
  expect(takeEarlyInput('waitlist')).toEqual({});
});

test('what is typed early becomes part of the draft, whatever that edits', () => {
  stored.set('pear-early-waitlist', '{"email":"ada@example.com"}');
  keepDraft('waitlist-1', { typed: { brand: 'Lopewell' } });
  adoptEarlyInput('waitlist', 'waitlist-1');
  const typed = { email: 'ada@example.com', brand: 'Lopewell' };
  expect(readDraft('waitlist-1')).toEqual({ typed });
  expect(readDraft('waitlist')).toEqual({ typed: {} });
});

test('once the app has taken over, nothing is early any more', () => {
  listenEarly();
  const dataset = { pressed: 'waitlist' };
  Object.assign(document, { documentElement: { dataset } });
  endEarlyInput();
  expect(isPressedEarly('waitlist')).toBe(false);
  expect(hasTakenOver()).toBe(true);
  expect(document.oninput).toBe(null);
});
