import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as http from 'node:http';
import * as path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BuiltSite, findDifferentPaths } from '../../looks/same-files.ts';
import { listen } from '../../support/ports.ts';
import { createTempFolder } from '../../support/temporary-folder.ts';

type Files = Readonly<Record<string, string>>;

const before: Files = {
  '/about.html': '<script src="/js/index-aaaaaa.js"></script>A pear.',
  '/js/index-aaaaaa.js':
    'import("./page-bb_bb-.js");import("./page-cccccc.js")',
  '/js/page-bb_bb-.js': 'import"./index-aaaaaa.js";show("a page")',
  '/js/page-cccccc.js': 'import"./index-aaaaaa.js";show("another page")',
  '/pear.svg': '<svg><path fill="#c9f26b" d="M0 0h9"/></svg>',
};

/** The same files as `before` with other hashes. */
const after: Files = {
  '/about.html': '<script src="/js/index-dddddd.js"></script>A pear.',
  '/js/index-dddddd.js':
    'import("./page-eeeeee.js");import("./page-ffffff.js")',
  '/js/page-eeeeee.js': 'import"./index-dddddd.js";show("a page")',
  '/js/page-ffffff.js': 'import"./index-dddddd.js";show("another page")',
  '/pear.svg': '<svg><path fill="#c9f26b" d="M0 0h9"/></svg>',
};

async function serve(
  files: Files,
  headers: Readonly<Record<string, string>> = {},
): Promise<BuiltSite> {
  const dist = createTempFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(dist, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const server = http.createServer(({ url }, response) => {
    const isFound = url !== undefined && url in files;
    response.writeHead(isFound ? 200 : 404, {
      etag: String(Math.random()),
      ...headers,
    });
    response.end(isFound ? readFileSync(path.join(dist, url)) : '');
  });
  const { origin, stop } = await listen(server);
  onTestFinished(stop);
  return { origin, dist };
}

const findDifferent = async (
  current: Files,
  headers?: Readonly<Record<string, string>>,
  old = before,
) =>
  findDifferentPaths(
    await serve(old),
    await serve(current, headers),
    Object.keys(current),
  );

test('files that differ only in the hashes of their names are the same', async () => {
  expect(await findDifferent(before)).toEqual([]);
  expect(await findDifferent(after)).toEqual([]);
});

test.each(Object.keys(after))(
  'a change of one character in %s is a difference',
  async (name) => {
    const text = after[name] ?? '';
    for (const index of [text.indexOf('p'), text.length - 1]) {
      const changed = `${text.slice(0, index)}!${text.slice(index + 1)}`;
      const differentPaths = await findDifferent({ ...after, [name]: changed });
      expect(differentPaths).toContain(name);
    }
  },
);

test('a change of a text that only looks like the name of a file is a difference', async () => {
  const name = '/pear.svg';
  const addName = (files: Files, text: string) => ({ ...files, [name]: text });
  const old = addName(before, 'pear-111111.js');
  const current = addName(after, 'pear-222222.js');
  expect(await findDifferent(current, {}, old)).toEqual([name]);
});

test('a file that the build before lacks, and another header, are differences', async () => {
  const current = { ...after, '/new.svg': '' };
  expect(await findDifferent(current)).toEqual(['/new.svg']);
  const headers = { 'content-security-policy': "default-src 'none'" };
  const paths = Object.keys(after);
  expect(await findDifferent(after, headers)).toEqual(paths);
});

test('two files that have swapped their contents are differences', async () => {
  const current = {
    ...after,
    '/js/index-dddddd.js': after['/js/index-dddddd.js']
      ?.replace('eeeeee', 'x')
      .replace('ffffff', 'eeeeee')
      .replace('x', 'ffffff') as string,
  };
  expect(await findDifferent(current)).toContain('/js/index-dddddd.js');
});
