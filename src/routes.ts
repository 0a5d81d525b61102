import type { UntilOpening } from './content/until-opening.ts';
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
  /** Whether search engines must not list the page. The sitemap leaves it out, too. */
  isUnlisted?: true;
}

/** Phones hide the top bar, so a page in the bar is in the menu, too. */
type Labels = { menuText: string } | { barText?: undefined };
type RouteRow = Partial<Route> & { title: string } & Labels;
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
  '/waitlist': {
    form: 'waitlist',
    title: 'Be the first to join' satisfies UntilOpening,
  },
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
  isUnlisted: true,
};
