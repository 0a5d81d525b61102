import { notFoundRoute, type Route } from '../routes.ts';

/** A tag of the head that describes the page to search engines and link previews. */
export interface HeadTag {
  name: 'link' | 'meta' | 'script';
  attributes: Readonly<Record<string, string>>;
  /** The content of a script with structured data. */
  text?: string;
}

/** Returns the tags that say whether and where search engines find the page. */
export function createAddressTags(route: Route, siteUrl: string): HeadTag[] {
  const tags: HeadTag[] = [];
  if (route.isUnlisted)
    tags.push({
      name: 'meta',
      attributes: { name: 'robots', content: 'noindex' },
    });
  if (route !== notFoundRoute)
    tags.push({
      name: 'link',
      attributes: { rel: 'canonical', href: siteUrl + route.path },
    });
  return tags;
}
