import type { FormName } from './descriptions/forms.ts';

/** One page of the site. */
export interface Route {
  path: string;
  /** Names its file in `src/pages`. */
  page: string;
  /** The form on it. */
  form?: FormName;
  title: string;
  /** Its label in the side menu; absent where the menu does not list it. */
  menu?: string;
  /** Its label in the top bar; absent where the bar does not list it. */
  bar?: string;
}

/** A page is named as its path where nothing else is said. */
const table: Readonly<Record<string, Partial<Route> & { title: string }>> = {
  '/': { page: 'home', title: 'Sign up now', menu: 'Home' },
  '/mission': { title: 'Our Mission', menu: 'Mission', bar: 'Mission' },
  '/careers': {
    form: 'careers',
    title: 'Have a question or want to join the team?',
    menu: 'Careers & Contact',
    bar: 'Careers',
  },
  '/faq': { title: 'FAQs', menu: 'FAQs', bar: 'FAQs' },
  '/advantage': { title: 'AI Advantage', menu: 'AI Advantage', bar: 'AI' },
  '/about': {
    title: 'Our Core Values',
    menu: 'Our Core Values',
    bar: 'Values',
  },
  '/brands': { title: 'How Pear Can Help Brands', menu: 'For Brands' },
  '/consumer': { title: 'Giving The Consumer Agency', menu: 'For Shoppers' },
  '/feedback': {
    form: 'feedback',
    title: "We'd love to hear from you",
    menu: 'Feedback',
  },
  '/waitlist': { form: 'waitlist', title: 'Be the first to join' },
  '/brandSignup': { form: 'brandSignup', title: 'Contact' },
  '/feed': { title: 'Sample Feed' },
  '/takebackcontrol': { page: 'take-back-control', title: 'Take Back Control' },
};

export const routes: readonly Route[] = Object.entries(table).map(
  ([path, row]) => ({ path, page: row.form ? 'form' : path.slice(1), ...row }),
);

export const notFound: Route = {
  path: '/404',
  page: 'not-found',
  title: '404 - Page Not Found',
};

/**
 * What search engines show under each title, by path. Apart from the table,
 * since only the build reads them: no page carries the others' along.
 */
export const descriptions: Readonly<Record<string, string>> = {
  '/': 'Shop directly from verified apparel brands. No resellers, no ads, no tracking.',
  '/mission': 'Why pear exists, who we are and what we are building.',
  '/careers': 'Ask pear a question or tell us why you want to join the team.',
  '/faq': 'Answers for shoppers and for brands, in plain words.',
  '/advantage':
    'How pear uses first-party data and AI for shoppers and for brands.',
  '/about': 'The five values that decide how pear is built.',
  '/brands':
    'Sell directly, keep control of products, pricing and fulfilment, and learn from first-party data.',
  '/consumer':
    'A feed of the brands you choose, and data that goes only where you say.',
  '/feedback': 'Tell pear what works, what does not and what is missing.',
  '/waitlist': 'Join the early-access waitlist of pear. It works offline too.',
  '/brandSignup': 'Interested in partnering with pear? Leave us your details.',
  '/feed': 'What a pear feed looks like: six apparel brands, sold direct.',
  '/takebackcontrol':
    'How pear differs from large retail, search and social companies.',
  '/404': "Sorry, the page you were looking for doesn't exist.",
};

/**
 * Takes any spelling of a path: in any letter case, percent-encoded, as a file,
 * and with the characters around it that texts and chat programs take for a part
 * of a link. Returns its route, or undefined for the 404 page.
 */
export function findRoute(pathname: string): Route | undefined {
  const path = decodePath(pathname)
    ?.replace(/\p{DI}/gu, '')
    // No address of ours ends in anything but a letter.
    .replace(/^[\s/]+|[^\p{L}\p{N}%]+$/gu, '')
    .toLowerCase()
    .replace(/\.html$/, '')
    .replace(/(^|\/)index$/, '');
  return routes.find((route) => route.path.toLowerCase() === `/${path}`);
}

/**
 * Returns the canonical path and query of the page at an address, or undefined
 * for the 404 page. A query may begin with an `&` or a percent-encoded `?`.
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

/** Returns undefined for a path that cannot be decoded, such as `/%`. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
