import { loadChunk } from '../async/load-chunk.ts';
import { siteUrl } from '../env.ts';
import type { Route } from '../routes.ts';
import { createAddressTags, type HeadTag } from './address-tags.ts';
import { createTrustedScript } from './trusted-types.ts';

/** The tags that describe a page to search engines and link previews. */
const descriptionSelector = [
  'link[rel="canonical"]',
  'meta[name="description"]',
  'meta[name="robots"]',
  'meta[name^="twitter:"]',
  'meta[property^="og:"]',
  'script[type="application/ld+json"]',
].join();

/** The route of the page that the visitor has opened last. */
let currentRoute: Route | undefined;

/**
 * Makes the head describe another page. Sets the title and the address at once, and
 * the other tags when their code has loaded. No tag of the old page stays meanwhile.
 */
export async function updateHead(route: Route): Promise<void> {
  currentRoute = route;
  document.title = route.title;
  replaceDescription(createAddressTags(route, siteUrl));

  try {
    const { describePage } = await loadChunk(
      'app/head-tags',
      () => import('./head-tags.ts'),
    );
    if (currentRoute === route)
      replaceDescription(describePage(route, siteUrl));
  } catch {
    // Offline, the code may not be stored yet. Then the page has no description.
  }
}

function replaceDescription(tags: readonly HeadTag[]): void {
  const { head } = document;
  for (const tag of head.querySelectorAll(descriptionSelector)) tag.remove();
  head.append(...tags.map(createTag));
}

function createTag({ name, attributes, text }: HeadTag): Element {
  const tag = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    tag.setAttribute(key, value);
  if (text !== undefined) tag.textContent = createTrustedScript(text);
  return tag;
}
