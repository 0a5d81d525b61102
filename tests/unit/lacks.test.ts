import { readFileSync } from 'node:fs';
import bcd from '@mdn/browser-compat-data/forLegacyNode';
import type {
  BrowserName,
  CompatStatement,
  Identifier,
} from '@mdn/browser-compat-data/types';
import { expect, test } from 'vitest';
import { oldest, target } from '../../src/node/browsers.ts';
import { groups, lacks } from '../support/lacks.ts';
import { sources } from './sources.ts';

const tabled = new Set(lacks.flatMap(({ names }) => names));

/** Members of our own that are called like those of some new interface. */
const ours = new Set([
  'capabilities',
  'image',
  'path',
  'reasons',
  'retry',
  'to',
  // The end of an address: yahoo.co.in
  'in',
]);

const floor: Partial<Record<BrowserName, string>> = {
  chrome: oldest.chrome,
  chrome_android: oldest.chrome,
  edge: oldest.edge,
  firefox: oldest.firefox,
  firefox_android: oldest.firefox,
  safari: oldest.safari,
  safari_ios: oldest.ios,
};

/** The interface behind what the code names without one. */
const roots: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
};

/** All interfaces and members, and whether each is in the oldest browsers. */
const known = new Map<string, boolean>();
for (const group of [bcd.api, bcd.javascript.builtins ?? {}]) {
  for (const [name, found] of Object.entries<Identifier>(group)) {
    const { __compat } = found;
    if (__compat) known.set(name, isInFloor(__compat));
    addMembers(name, found);
  }
}
addMembers('attribute', bcd.html.global_attributes ?? {});
for (const element of Object.values<Identifier>(bcd.html.elements ?? {})) {
  addMembers('attribute', element);
}

function addMembers(owner: string, members: Identifier): void {
  for (const [name, { __compat }] of Object.entries<Identifier>(members)) {
    if (!__compat || name === '__compat') continue;
    const key = `${owner}.${name.replace(/_(static|event)$/, '')}`;
    known.set(key, known.get(key) || isInFloor(__compat));
  }
}

function isInFloor({ support }: CompatStatement): boolean {
  return Object.entries(floor).every(([browser, version]) =>
    [support[browser as BrowserName] ?? []]
      .flat()
      .some(
        ({ version_added: since, ...limits }) =>
          typeof since === 'string' &&
          !limits.version_removed &&
          !limits.flags &&
          !limits.prefix &&
          !limits.alternative_name &&
          isAtMost(since.replace('≤', ''), version),
      ),
  );
}

function isAtMost(since: string, version: string): boolean {
  if (since === 'preview') return false;
  const [a = 0, b = 0] = since.split('.').map(Number);
  const [c = 0, d = 0] = version.split('.').map(Number);
  return a < c || (a === c && b <= d);
}

/** The keys of all members of a name. */
const byName = new Map<string, string[]>();
for (const key of known.keys()) {
  const [, name = ''] = key.split('.');
  byName.set(name, [...(byName.get(name) ?? []), key]);
}

function membersCalled(name: string): string[] {
  return byName.get(name) ?? [];
}

interface Use {
  file: string;
  name: string;
  /** What it may be; one of them is enough. */
  keys: string[];
}

/** What a source uses of the browser, as far as its text shows. */
function usesIn(file: string, source: string): Use[] {
  const text = source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<=^|\s)\/\/.*$/gm, '')
    .replace(/^import\b[^;]*;/gm, '');
  const use = (name: string, keys: string[]) => ({ file, name, keys });
  const member = (root: string, name: string) => {
    const key = `${roots[root] ?? root}.${name}`;
    return use(`${root}.${name}`, known.has(key) ? [key] : membersCalled(name));
  };
  const all = (pattern: RegExp) => [...text.matchAll(pattern)];
  return [
    // navigator.locks, found?.closest
    ...all(/(?:(\b[A-Za-z]\w*)|[\])])[?!]?\.([A-Za-z]\w*)/g).map(
      ([, root = '', name = '']) => member(root, name),
    ),
    // const { locks } = navigator
    ...all(/\{([^{}]*)\} = ([a-zA-Z]+)\b/g).flatMap(
      ([, names = '', root = '']) =>
        roots[root] === undefined
          ? []
          : (names.match(/\w+(?=\s*[,:=]|\s*$)/g) ?? []).map((n) =>
              member(root, n),
            ),
    ),
    // new BroadcastChannel(), requestIdleCallback()
    ...all(/(?<![.\w'])([A-Za-z]\w*)(?=[.(])/g).map(([, name = '']) =>
      use(
        name,
        [name, `Window.${name}`].filter((key) => known.has(key)),
      ),
    ),
    ...all(/\baddEventListener\('(\w+)'/g).map(([, name = '']) =>
      use(name, membersCalled(name)),
    ),
    // popover="auto"
    ...all(/\s([a-z][A-Za-z]+)=["{]/g).map(([, name = '']) =>
      use(
        name,
        [`attribute.${name.toLowerCase()}`].filter((key) => known.has(key)),
      ),
    ),
  ].filter(({ keys }) => keys.length > 0);
}

function isOurs(name: string): boolean {
  const [root = '', member = ''] = name.split('.');
  return (
    /^(styles|words|this)$/.test(root) || (!roots[root] && ours.has(member))
  );
}

/** What is used without being in the oldest browsers or in the table. */
function missing(uses: readonly Use[], table = tabled): Use[] {
  return uses.filter(
    ({ name, keys }) =>
      !keys.some((key) => known.get(key) || table.has(key)) && !isOurs(name),
  );
}

const pageSources = sources.filter(
  ({ file }) =>
    /\.tsx?$/.test(file) && !/^src.(node|content|sw.dev)\b|\.d\.ts$/.test(file),
);

test('what some browser lacks is in the table', () => {
  const uses = pageSources.flatMap(({ file, source }) => usesIn(file, source));
  expect(uses.length).toBeGreaterThan(1000);
  expect(missing(uses)).toEqual([]);
});

test.each([
  'await navigator.wakeLock?.request();',
  'const { clipboard, wakeLock } = navigator;',
  'document.startViewTransition(() => show());',
  'const copy = [...found].toSorted();',
  'if (Object.groupBy) return Object.groupBy(all, kindOf);',
  'const { promise } = Promise.withResolvers();',
  'new CompressionStream("gzip");',
  'await scheduler.yield();',
  "addEventListener('scrollend', stop);",
  'return <details inert="true" />;',
  'const signal = AbortSignal.timeout(1000);',
])('%s would be found', (source) => {
  expect(missing(usesIn('a.tsx', source), new Set())).not.toEqual([]);
});

test('what all browsers have needs no row', () => {
  const source =
    'const { locks } = navigator; document.querySelector("a")?.focus();';
  expect(missing(usesIn('a.ts', source), new Set())).toEqual([]);
});

test('README names the oldest browsers, as the build has them', () => {
  const readme = readFileSync('README.md', 'utf8');
  const { chrome, edge, firefox, safari, ios } = oldest;
  expect([edge, ios]).toEqual([chrome, safari]);
  expect(readme).toMatch(
    /^\| Browsers \| Chrome, Edge \| Firefox \| Safari, iOS \|/m,
  );
  expect(readme).toContain(
    `| from version | ${chrome} | ${firefox} | ${safari} |`,
  );
  expect(target).toContain(`safari${safari}`);
});

test('groups are made of rows', () => {
  const names = lacks.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.values(groups).flat()));
});
