/** What a link to the site looks like in a chat or a feed. */
export const siteName = 'pear';

export const siteDescription =
  'pear is a direct-to-brand apparel shopping platform: no resellers, no ads, no tracking.';

const home = {
  path: '/social/home.png',
  alt: 'pear: Straight from the brand. No resellers. No ads. No tracking.',
};
const shoppers = {
  path: '/social/shoppers.png',
  alt: 'pear: Your brands. Your feed. Your data.',
};
const brands = {
  path: '/social/brands.png',
  alt: 'pear: Sell direct. Keep control.',
};
const contact = {
  path: '/social/contact.png',
  alt: 'pear: Write to us. Ask a question or join the team.',
};

/** The titles of shared links that are more than the site's and the page's name. */
export const shareTitles: Readonly<Record<string, string>> = {
  '/': 'pear: straight from the brand',
  '/brands': 'How pear can help brands',
  '/brandSignup': 'Connect your brand with pear',
  '/careers': 'Ask pear a question or join the team',
  '/waitlist': 'Join the waitlist with pear',
};

/** By page, or by its form; every other page has home's. */
export const socialPictures: Readonly<Record<string, typeof home>> = {
  consumer: shoppers,
  feed: shoppers,
  waitlist: shoppers,
  brands,
  brandSignup: brands,
  careers: contact,
  feedback: contact,
};

/** The social picture of a page, or of its form; home's where it has none. */
export function socialPicture(page: string): typeof home {
  return socialPictures[page] ?? home;
}
