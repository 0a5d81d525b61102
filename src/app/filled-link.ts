import { audienceLinks } from '../content/navigation.ts';
import { routes } from '../routes.ts';

/** Returns which audience link to fill. A page with a form has a filled button already. */
export function getFilledLink(
  pathname: string,
): keyof typeof audienceLinks | undefined {
  if (pathname === audienceLinks.brand.to) return 'brand';
  const route = routes.find(({ path }) => path === pathname);
  return route?.form ? undefined : 'shopper';
}
