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
    'Sell directly, keep control of products, pricing and fulfillment, and learn from first-party data.',
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
 * Takes any spelling of a path, also one with too many slashes or with letters
 * written as escapes. Returns its route, or undefined for the 404 page.
 */
export function findRoute(pathname: string): Route | undefined {
  const wanted =
    `/${(decodePath(pathname) ?? pathname).replace(/^\/+|\/+$/g, '')}`.toLowerCase();
  return routes.find((route) => route.path.toLowerCase() === wanted);
}

/** Returns undefined for a path that is none, such as `/%`. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURI(pathname);
  } catch {
    return undefined;
  }
}
