import { findRoute } from '../addresses.ts';
import { audienceLinks } from '../content/navigation.ts';

/** Returns which audience link to fill. A page with a form has a filled button already. */
export function getFilledLink(
  pathname: string,
): keyof typeof audienceLinks | undefined {
  if (pathname === audienceLinks.brand.to) return 'brand';
  return findRoute(pathname)?.form ? undefined : 'shopper';
}
