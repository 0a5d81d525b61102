import { parseHTML } from 'linkedom';
import {
  afterEach,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { load } from '../../../src/boot/loader.ts';

const files = ['/react.js', '/index.js', '/home.js'];
const page = { entry: '/index.js', files };

beforeEach(() => {
  vi.useFakeTimers();
  const html = '<html class="scripted"><head></head><body></body></html>';
  vi.stubGlobal('document', parseHTML(html).document);
  vi.stubGlobal('location', { pathname: '/careers', reload: vi.fn() });
  vi.stubGlobal('navigator', { onLine: true });
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

test('code too new for the browser leaves forms saying so', async () => {
  vi.stubGlobal('fetch', async () => ({ ok: true }));
  const bring = vi.fn(() => Promise.reject(new SyntaxError('static {')));
  const [list, name] = [Array.prototype, 'findLast'];
  const findLast = Object.getOwnPropertyDescriptor(list, name) ?? {};
  Reflect.deleteProperty(list, name);
  onTestFinished(() => void Object.defineProperty(list, name, findLast));
  await load(page, bring);
  await vi.advanceTimersByTimeAsync(6000);
  expect(document.documentElement.classList.contains('scripted')).toBe(false);
  expect(notices()).toBe('');
  expect(bring).toHaveBeenCalledOnce();
});

test('code that does not come is given up after 120 seconds', async () => {
  const done = load(page, () => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(notices()).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(notices()).toContain('timeout, /index.js');
});
