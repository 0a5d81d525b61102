import type { UntilOpening } from './until-opening.ts';

export const siteName = 'pear';

export const siteDescription =
  'pear is a direct-to-brand apparel shopping platform: no resellers, no ads, no tracking.';

/** Titles of shared links, by path. The default is "pear: " with the page's title. */
export const shareTitles: Readonly<Record<string, string>> = {
  '/': 'pear: straight from the brand',
  '/brands': 'How pear can help brands',
  '/brandSignup': 'Connect your brand with pear',
  '/careers': 'Ask pear a question or join the team',
  '/waitlist': 'Join the waitlist with pear' satisfies UntilOpening,
};

/** The words on the pictures in `public/social`, by file name. */
export const previewWords = {
  home: {
    heading: ['Straight from', 'the brand.'],
    lead: 'No resellers. No ads. No tracking.',
  },
  shoppers: {
    heading: ['Your brands.', 'Your feed.', 'Your data.'],
    lead: 'Made of the labels you choose.',
  },
  brands: {
    heading: ['Sell direct.', 'Keep control.'],
    lead: 'Your products. Your prices.',
  },
  contact: {
    heading: ['Write to us.'],
    lead: 'Ask a question or join the team.',
  },
};

/** The pictures of shared links, by form, or by page if the page has no form. */
export const socialPictures: Readonly<
  Record<string, keyof typeof previewWords>
> = {
  consumer: 'shoppers',
  feed: 'shoppers',
  waitlist: 'shoppers',
  brands: 'brands',
  brandSignup: 'brands',
  careers: 'contact',
  feedback: 'contact',
};

export function getSocialPicture(page: string): { path: string; alt: string } {
  const name = socialPictures[page] ?? 'home';
  const { heading, lead } = previewWords[name];
  const alt = `pear: ${heading.join(' ')} ${lead}`;
  return { path: `/social/${name}.png`, alt };
}
