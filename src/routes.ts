import type { FormName } from './form-definitions/forms.ts';

export interface Route {
  path: string;
  /** Paths in earlier releases. Both this table and firebase.json redirect them. */
  formerPaths?: readonly string[];
  /** The name of the page's file in `src/pages`; by default the path. */
  page: string;
  form?: FormName;
  title: string;
  /** The label in the side menu, if the menu lists the page. */
  menuText?: string;
  /** The label in the top bar, if the bar lists the page. */
  barText?: string;
  /** The accessible name of the link in the top bar, if `barText` alone is unclear. */
  barAccessibleName?: string;
}

type RouteRow = Partial<Route> & { title: string };
const routeTable: Readonly<Record<string, RouteRow>> = {
  '/': {
    page: 'home',
    formerPaths: ['/index'],
    title: 'Sign up now',
    menuText: 'Home',
  },
  '/mission': { title: 'Our Mission', menuText: 'Mission', barText: 'Mission' },
  '/careers': {
    form: 'careers',
    title: 'Have a question or want to join the team?',
    menuText: 'Careers & Contact',
    barText: 'Careers',
  },
  '/faq': { title: 'FAQs', menuText: 'FAQs', barText: 'FAQs' },
  '/advantage': {
    title: 'AI Advantage',
    menuText: 'AI Advantage',
    barText: 'AI',
    barAccessibleName: 'AI Advantage',
  },
  '/about': {
    title: 'Our Core Values',
    menuText: 'Our Core Values',
    barText: 'Values',
    barAccessibleName: 'Values: Our Core Values',
  },
  '/brands': { title: 'How Pear Can Help Brands', menuText: 'For Brands' },
  '/consumer': {
    title: 'Giving The Consumer Agency',
    menuText: 'For Shoppers',
  },
  '/feedback': {
    form: 'feedback',
    title: "We'd love to hear from you",
    menuText: 'Feedback',
  },
  '/waitlist': { form: 'waitlist', title: 'Be the first to join' },
  '/brandSignup': { form: 'brandSignup', title: 'Contact' },
  '/feed': { title: 'Sample Feed' },
  '/takebackcontrol': { page: 'take-back-control', title: 'Take Back Control' },
};

export const routes: readonly Route[] = Object.entries(routeTable).map(
  ([path, row]) => ({ path, page: row.form ? 'form' : path.slice(1), ...row }),
);

export const notFoundRoute: Route = {
  path: '/404',
  page: 'not-found',
  title: '404 - Page Not Found',
};

/**
 * The meta descriptions that search engines show, by path. Only the build uses this
 * constant, so no page downloads it.
 */
export const metaDescriptions: Readonly<Record<string, string>> = {
  '/': 'Shop directly from verified apparel brands: no resellers, no ads, no tracking. pear is not open yet. Join the waitlist for early access.',
  '/mission':
    'Clothes should come from the people who make them. Read why pear leaves out resellers, ads and tracking, and who we are.',
  '/careers':
    'Do you have a question about pear, or want to join the team? Leave your name, your email and a few lines. We write back to you.',
  '/faq':
    'Short answers about pear for shoppers and for brands: who sells and ships, who receives your data, what it costs, when it opens.',
  '/advantage':
    'How pear works with first-party data and AI: shorter routes, demand forecasting, and targeting by context instead of cookies.',
  '/about':
    'Five values decide how pear is built: logistics, fair prices, transparency, consumers first, and technology that suits brands.',
  '/brands':
    'Sell directly on pear for a transaction fee of 5%-7%. Keep control of products, prices and orders, and learn from first-party data.',
  '/consumer':
    'You decide which brands you see and what you share. pear brings them into one feed, and your data goes only where you say.',
  '/feedback':
    'Tell pear what works, what does not and what is missing. Your name, your email and a message are all that this form asks for.',
  '/waitlist':
    'Be the first to join pear: leave your email and your favorite brand for early access. You must be 18 or older. It works offline, too.',
  '/brandSignup':
    'Do you make clothes, and want to sell them directly on pear? Leave your name, your email and your company, and we get in touch.',
  '/feed':
    'What a feed on pear looks like: six apparel brands in one place, each selling its own clothes. The brands are invented examples.',
  '/takebackcontrol':
    'Large retail, search and social companies stand between you and your clothes. Read what changes when you buy from the brand itself.',
  '/404': "Sorry, the page you were looking for doesn't exist.",
};

/**
 * The date of each page's last change of text, by path or by `default`, for the sitemap.
 * If a text changes, its snapshot in tests/contract/reading-order fails.
 */
export const pageDates = { default: '2026-11-27' } as Record<string, string>;

/**
 * Returns the route of a path, or undefined for the 404 page. Accepts any letter
 * case, percent-encoding, a final `.html`, and surrounding punctuation, which chat
 * programs include in links.
 */
export function findRoute(pathname: string): Route | undefined {
  const path = decodePath(pathname)
    ?.replace(/\p{DI}/gu, '')
    // Removes leading slashes, and all after the last letter, because paths end in letters.
    .replace(/^[\s/]+|[^\p{L}\p{N}%]+$/gu, '')
    .toLowerCase()
    .replace(/\.html$/, '')
    .replace(/(^|\/)index$/, '');
  return routes.find(({ path: current, formerPaths: former = [] }) =>
    [current, ...former].some((known) => known.toLowerCase() === `/${path}`),
  );
}

/**
 * Returns the canonical path and query of an address, or undefined for the 404
 * page. The query may begin within `pathname`, after an `&` or an encoded `?`.
 */
export function findAddress({
  pathname,
  search,
}: Pick<URL, 'pathname' | 'search'>): string | undefined {
  const [path = '', ...rest] = pathname.split(/&(?:amp;)?|%26|%3f/i);
  const route = findRoute(path);
  const query = [...rest, search.slice(1)].filter(Boolean).join('&');
  return route && route.path + (query && `?${query}`);
}

/** Returns undefined for a path with invalid percent-encoding, such as `/%`. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
