import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { beforeAll, expect, test } from 'vitest';
import {
  buildSite,
  findFile,
  readBuiltFile,
  readText,
} from '../support/built-files.ts';
import { builtPages } from '../support/pages.ts';

// The folder machine-reading contains what search engines, chat apps and browsers
// read of each page, the attributes of the fields, and the file of each image beside its
// alternative text. If a drawing has changed, look whether its text is still true. After
// an intended change, run this file with -u, and review the difference.

beforeAll(() => buildSite());

/** Selects elements whose content is the same on every page, or a hash of the build. */
const unreadSelector =
  'style, [rel="stylesheet"], [http-equiv], script:not([type])';

/** Returns a line for the whole page, for its body, and for each element of its head. */
function readHead(document: Document): string[] {
  const { documentElement, body, head } = document;
  const elements = [documentElement, body, ...head.children].filter(
    (element) => !element.matches(unreadSelector),
  );
  return elements.flatMap((element) => {
    if (element.localName === 'title') return `title: ${element.textContent}`;
    if (element.localName === 'script') return readStructuredData(element);

    const attributes = element
      .getAttributeNames()
      .map((name) => `${name}=${element.getAttribute(name)}`);
    return [element.localName, ...attributes].join(' ');
  });
}

function readStructuredData(script: Element): string[] {
  if (script.getAttribute('type') !== 'application/ld+json') return [];
  const data = JSON.parse(script.textContent ?? '');
  return JSON.stringify(data, null, 2).split('\n');
}

/** Returns a line for each form and field, with the attributes that browsers obey. */
function readFields(document: Document): string[] {
  const fields = document.querySelectorAll('form, input, select, textarea');
  return [...fields].map((field) => {
    const attributes = field
      .getAttributeNames()
      .filter((name) => name !== 'class' && name !== 'id')
      .map((name) => ` ${name}="${field.getAttribute(name)}"`);
    return field.localName + attributes.join('');
  });
}

/** Returns a line for each image, with the text of its section's heading. */
function readImages(document: Document): string[] {
  const images = document.querySelectorAll('body img, body use');
  return [...images].map((image) => {
    const address = image.getAttribute('src') ?? image.getAttribute('href');
    const isIcon = image.localName === 'use';
    const alternative = isIcon
      ? 'icon'
      : describeAlternative(address ?? '', image.getAttribute('alt'));
    return `${address} ${alternative} beside "${findText(image)}"`;
  });
}

/** Returns an alternative text, and a hash of the shapes for which it was written. */
function describeAlternative(address: string, text: string | null): string {
  if (!text) return JSON.stringify(text);

  const [file = ''] = address.split('#');
  // No alternative text names a color, and `npm run pictures` changes all of them.
  const shapes = readFileSync(`public${file}`, 'utf8').replace(
    /#[\da-f]{3,8}\b/gi,
    '',
  );
  return `${JSON.stringify(text)} of drawing ${hash('sha256', shapes).slice(0, 8)}`;
}

/** Returns the first 40 characters of the text that is nearest to an image. */
function findText(image: Element): string {
  let element: Element | null = image;
  while (element && readText(element) === '') element = element.parentElement;
  return readText(element).slice(0, 40);
}

/** Removes the hashes from the names of built files. */
function removeHashes(text: string): string {
  return text.replace(/-[\w-]{6}(?=\.(woff2|js|css))/g, '');
}

test.each(builtPages)(
  'what machines read of $path is as reviewed',
  async ({ path }) => {
    const { document } = parseHTML(readBuiltFile(findFile(path)));
    const fields = readFields(document);
    const lines = [
      ...readHead(document),
      '',
      ...fields,
      ...(fields.length > 0 ? [''] : []),
      ...readImages(document),
      '',
    ];
    const text = removeHashes(lines.join('\n'));
    const name = path.slice(1) || 'home';
    await expect(text).toMatchFileSnapshot(`machine-reading/${name}.txt`);
  },
);

test('the web app manifest is as reviewed', async () => {
  const manifest = JSON.parse(readBuiltFile('manifest.webmanifest'));
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot('machine-reading/manifest.txt');
});

test('robots.txt and the sitemap are as reviewed', async () => {
  const files = [readBuiltFile('robots.txt'), readBuiltFile('sitemap.xml')];
  // reading-order.test.ts reviews the dates.
  const text = files.join('\n').replace(/<lastmod>.*?<\/lastmod>/g, '');
  await expect(text).toMatchFileSnapshot(
    'machine-reading/robots-and-sitemap.txt',
  );
});
