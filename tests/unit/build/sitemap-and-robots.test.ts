import { expect, test } from 'vitest';
import { renderSitemap } from '../../../src/build/plugins/sitemap-and-robots.ts';

test('the sitemap leaves out pages that search engines must not list', () => {
  const pages = [{ path: '/a' }, { path: '/b', isUnlisted: true }] as const;
  const sitemap = renderSitemap(pages, 'https://pear.example');
  expect(sitemap.match(/<loc>.*<\/loc>/g)).toEqual([
    '<loc>https://pear.example/a</loc>',
  ]);
});
