/** One page of the site. `page` names its file in `src/pages`. */
export interface Route {
  path: string;
  page: string;
  title: string;
  description: string;
  /** Its label in the side menu; absent where the menu does not list it. */
  menu?: string;
  /** Its label in the top bar; absent where the bar does not list it. */
  bar?: string;
}

export const routes: readonly Route[] = [
  {
    path: '/',
    page: 'home',
    title: 'Sign up now',
    description:
      'Shop directly from verified apparel brands. No resellers, no ads, no tracking.',
    menu: 'Home',
  },
  {
    path: '/mission',
    page: 'mission',
    title: 'Our Mission',
    description: 'Why pear exists, who we are and what we are building.',
    menu: 'Mission',
    bar: 'Mission',
  },
  {
    path: '/careers',
    page: 'careers',
    title: 'Have a question or want to join the team?',
    description:
      'Ask pear a question or tell us why you want to join the team.',
    menu: 'Careers & Contact',
    bar: 'Careers',
  },
  {
    path: '/faq',
    page: 'faq',
    title: 'FAQs',
    description: 'Answers for shoppers and for brands, in plain words.',
    menu: 'FAQs',
    bar: 'FAQs',
  },
  {
    path: '/advantage',
    page: 'advantage',
    title: 'AI Advantage',
    description:
      'How pear uses first-party data and AI for shoppers and for brands.',
    menu: 'AI Advantage',
    bar: 'AI',
  },
  {
    path: '/about',
    page: 'about',
    title: 'Our Core Values',
    description: 'The five values that decide how pear is built.',
    menu: 'Our Core Values',
    bar: 'Values',
  },
  {
    path: '/brands',
    page: 'brands',
    title: 'How Pear Can Help Brands',
    description:
      'Sell directly, keep control of products, pricing and fulfilment, and learn from first-party data.',
    menu: 'For Brands',
  },
  {
    path: '/consumer',
    page: 'consumer',
    title: 'Giving The Consumer Agency',
    description:
      'A feed of the brands you choose, and data that goes only where you say.',
    menu: 'For Shoppers',
  },
  {
    path: '/feedback',
    page: 'feedback',
    title: "We'd love to hear from you",
    description: 'Tell pear what works, what does not and what is missing.',
    menu: 'Feedback',
  },
  {
    path: '/waitlist',
    page: 'waitlist',
    title: 'Be the first to join',
    description:
      'Join the early-access waitlist of pear. It works offline too.',
  },
  {
    path: '/brandSignup',
    page: 'brand-signup',
    title: 'Contact',
    description: 'Interested in partnering with pear? Leave us your details.',
  },
  {
    path: '/feed',
    page: 'feed',
    title: 'Sample Feed',
    description:
      'What a pear feed looks like: six apparel brands, sold direct.',
  },
  {
    path: '/takebackcontrol',
    page: 'take-back-control',
    title: 'Take Back Control',
    description:
      'How pear differs from large retail, search and social companies.',
  },
];

export const notFound: Route = {
  path: '/404',
  page: 'not-found',
  title: '404 - Page Not Found',
  description: "Sorry, the page you were looking for doesn't exist.",
};

/** Takes any spelling of a path, gives its route, or undefined for the 404 page. */
export function findRoute(pathname: string): Route | undefined {
  const wanted = pathname.replace(/\/+$/, '').toLowerCase() || '/';
  return routes.find((route) => route.path.toLowerCase() === wanted);
}
