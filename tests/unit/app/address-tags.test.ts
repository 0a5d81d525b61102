import { expect, test } from 'vitest';
import {
  createAddressTags,
  type HeadTag,
} from '../../../src/app/address-tags.ts';
import { notFoundRoute, type Route } from '../../../src/routes.ts';

const siteUrl = 'https://pear.example';
const listed: Route = { path: '/listed', page: 'listed', title: 'Listed' };
const unlisted: Route = { ...listed, path: '/unlisted', isUnlisted: true };

const createCanonicalLink = (path: string): HeadTag => ({
  name: 'link',
  attributes: { rel: 'canonical', href: siteUrl + path },
});
const noindex: HeadTag = {
  name: 'meta',
  attributes: { name: 'robots', content: 'noindex' },
};

test.each([
  {
    kind: 'a page that search engines may list',
    route: listed,
    tags: [createCanonicalLink('/listed')],
  },
  {
    kind: 'a page that search engines must not list',
    route: unlisted,
    tags: [noindex, createCanonicalLink('/unlisted')],
  },
  {
    kind: 'the 404 page, which has no address of its own',
    route: notFoundRoute,
    tags: [noindex],
  },
])('$kind has the tags of its address', ({ route, tags }) => {
  expect(createAddressTags(route, siteUrl)).toEqual(tags);
});
