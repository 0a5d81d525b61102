import { type FormSpec, formSpecs } from './forms.ts';

type PageSpec = Pick<FormSpec, 'path' | 'title' | 'heading' | 'says'>;

/** The specification's pages. Tests compare routes.ts with this list. */
export const pages: readonly PageSpec[] = [
  { path: '/', title: 'Sign up now', says: 'How to get Started' },
  definePage('/about', 'Our Core Values', 'Transparency Over Transaction'),
  { path: '/faq', title: 'FAQs', says: 'first-party data' },
  definePage('/consumer', 'Giving The Consumer Agency', 'ultimate shopping'),
  definePage('/brands', 'How Pear Can Help Brands', 'Receive first-party data'),
  definePage('/mission', 'Our Mission', 'Who Are We'),
  definePage('/feed', 'Sample Feed', 'Skeinwell'),
  { path: '/advantage', title: 'AI Advantage', says: 'Demand forecasting' },
  { path: '/takebackcontrol', title: 'Take Back Control', says: 'Search' },
  ...formSpecs.map((form) => ({ heading: form.title, ...form })),
];

export const notFoundPage = definePage(
  '/no/such/page',
  '404 - Page Not Found',
  "Sorry, the page you were looking for doesn't exist.",
);

/** The origin of canonical links, by default of a build without settings. */
export const siteUrl = process.env.VITE_SITE_URL ?? 'http://localhost:4173';

/** Returns a page whose title is also its main heading. */
function definePage(path: string, heading: string, says: string): PageSpec {
  return { path, title: heading, heading, says };
}
