import { getSiteUrl } from '../../src/node/settings.ts';
import { type FormSpec, formSpecs } from './forms.ts';

interface PageSpec extends Pick<FormSpec, 'path' | 'title' | 'heading'> {
  /** Whether search engines must not list the page. */
  isUnlisted?: true;
}

/** The specification's pages. Tests compare routes.ts with this list. */
export const pages: readonly PageSpec[] = [
  { path: '/', title: 'Sign up now' },
  definePage('/about', 'Our Core Values'),
  { path: '/faq', title: 'FAQs' },
  definePage('/consumer', 'Giving The Consumer Agency'),
  definePage('/brands', 'How Pear Can Help Brands'),
  definePage('/mission', 'Our Mission'),
  definePage('/feed', 'Sample Feed'),
  { path: '/advantage', title: 'AI Advantage' },
  { path: '/takebackcontrol', title: 'Take Back Control' },
  ...formSpecs.map((form) => ({ heading: form.title, ...form })),
];

export const notFoundPage: PageSpec = {
  ...definePage('/no/such/page', '404 - Page Not Found'),
  isUnlisted: true,
};

/** All pages, the 404 page at an unknown address. */
export const allPages: readonly PageSpec[] = [...pages, notFoundPage];

/** All pages as files of the build, the 404 page at its own address. */
export const builtPages: readonly PageSpec[] = [
  ...pages,
  { ...notFoundPage, path: '/404' },
];

/** All pages in two groups, so that the tests of both groups can run in parallel. */
export const pageGroups = [allPages.slice(0, 7), allPages.slice(7)];

/** The origin of canonical links. A build without settings has the default. */
export const siteUrl = getSiteUrl(process.env);

/** Returns a page whose title is also its main heading. */
function definePage(path: string, heading: string): PageSpec {
  return { path, title: heading, heading };
}
