import { expect, test } from 'vitest';
import { createAddressTags } from '../../../src/app/address-tags.ts';
import { renderSitemap } from '../../../src/build/plugins/sitemap-and-robots.ts';
import { notFoundRoute } from '../../../src/routes.ts';

const siteUrl = 'https://pear.example';
const listed = { path: '/listed', page: 'listed', title: 'Listed' };
const unlisted = { ...listed, path: '/unlisted', isUnlisted: true } as const;

test('a page that search engines must not list says so, and is not in the sitemap', () => {
  const canonical = (path: string) => ({
    name: 'link',
    attributes: { rel: 'canonical', href: siteUrl + path },
  });
  const noindex = {
    name: 'meta',
    attributes: { name: 'robots', content: 'noindex' },
  };
  expect(createAddressTags(listed, siteUrl)).toEqual([canonical('/listed')]);
  expect(createAddressTags(unlisted, siteUrl)).toEqual([
    noindex,
    canonical('/unlisted'),
  ]);
  // The page has no address of its own.
  expect(createAddressTags(notFoundRoute, siteUrl)).toEqual([noindex]);

  const sitemap = renderSitemap([listed, unlisted], siteUrl);
  expect(sitemap.match(/<loc>.*<\/loc>/g)).toEqual([
    `<loc>${siteUrl}/listed</loc>`,
  ]);
});
