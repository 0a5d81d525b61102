import { findRoute } from '../addresses.ts';
import { audienceLinks } from '../content/navigation.ts';

/** Returns which button of the header to fill. A page with a form has a filled one. */
export function getFilledButton(
  pathname: string,
): keyof typeof audienceLinks | undefined {
  if (pathname === audienceLinks.brand.to) return 'brand';
  return findRoute(pathname)?.form ? undefined : 'shopper';
}
