export const siteName = 'pear';

export const siteDescription =
  'pear is a direct-to-brand apparel shopping platform: no resellers, no ads, no tracking.';

/** Titles of shared links, by path. The default is "pear: " with the page's title. */
export const shareTitles: Readonly<Record<string, string>> = {
  '/': 'pear: straight from the brand',
  '/brands': 'How pear can help brands',
  '/brandSignup': 'Connect your brand with pear',
  '/careers': 'Ask pear a question or join the team',
  '/waitlist': 'Join the waitlist with pear',
};

/** The alternative texts of the pictures in `public/social`, by file name. */
const altTexts = {
  home: 'pear: Straight from the brand. No resellers. No ads. No tracking.',
  shoppers: 'pear: Your brands. Your feed. Your data.',
  brands: 'pear: Sell direct. Keep control.',
  contact: 'pear: Write to us. Ask a question or join the team.',
};

/** The pictures of shared links, by form, or by page if the page has no form. */
export const socialPictures: Readonly<Record<string, keyof typeof altTexts>> = {
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
  return { path: `/social/${name}.png`, alt: altTexts[name] };
}
