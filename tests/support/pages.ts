import { formSpecs } from './forms.ts';

/** Every page as the specification names it. */
interface PageSpec {
  path: string;
  title: string;
  /** Its main heading, where the specification gives one. */
  heading?: string;
  /** Words of its main part that show that it is really there. */
  says: string;
}

/** Written down a second time on purpose: the suite must not believe the site. */
export const pages: readonly PageSpec[] = [
  { path: '/', title: 'Sign up now', says: 'How to get Started' },
  named('/about', 'Our Core Values', 'Transparency Over Transaction'),
  { path: '/faq', title: 'FAQs', says: 'first-party data' },
  named(
    '/consumer',
    'Giving The Consumer Agency',
    'ultimate shopping destination',
  ),
  named('/brands', 'How Pear Can Help Brands', 'Receive first-party data'),
  named('/mission', 'Our Mission', 'Who Are We'),
  named('/feed', 'Sample Feed', 'Skeinwell'),
  { path: '/advantage', title: 'AI Advantage', says: 'Demand forecasting' },
  { path: '/takebackcontrol', title: 'Take Back Control', says: 'Search' },
  ...formSpecs.map(({ heading, ...form }) => ({
    ...form,
    heading: heading ?? form.title,
  })),
];

export const notFoundPage = named(
  '/no/such/page',
  '404 - Page Not Found',
  "Sorry, the page you were looking for doesn't exist.",
);

/** Where the canonical links point in a build without settings. */
export const siteUrl = process.env.VITE_SITE_URL ?? 'http://localhost:4173';

/** One whose title is its heading too. */
function named(path: string, heading: string, says: string): PageSpec {
  return { path, title: heading, heading, says };
}
