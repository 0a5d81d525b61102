import { fees } from './fees.ts';
import { waitlistLink } from './footer.ts';
import type { UntilOpening } from './until-opening.ts';

export const faqTexts = {
  heading: 'FAQs',
  lead: 'Short answers, in plain words.',
  /** The garment, and the text of its label. */
  scene: { garment: 1, label: 'Your brands' },
  groups: {
    shoppers: {
      heading: 'For shoppers',
      more: waitlistLink,
      items: {
        'What is pear?':
          'A place to shop directly from verified apparel brands. You pick your favorite brands and get a feed made for you. There are no resellers, no ads and no tracking.',
        'Who do I buy from?':
          'From the brand itself. It sets the price, takes your order and ships it to you. Nobody buys the garment first to resell it.',
        'How does my feed know what I like?':
          'You choose the brands, and you can ask the AI assistant for something in your own words. It learns from what you view, click, save and buy, if you agree to share it.',
        'Who receives my data?':
          'Only the brand you engage with. You control which data you share, and no other brand and no advertiser receives it.',
        'When can I start?':
          'pear is not open yet. Join the waitlist with your email and your favorite brand, and you are in line for early access. You must be 18 or older.' satisfies UntilOpening,
      },
    },
    brands: {
      heading: 'For brands',
      more: { to: '/brandSignup', label: 'Connect with us' },
      items: {
        'What does pear cost my brand?': `A transaction fee of ${fees.range}, which means a share of each sale. Starter pays ${fees.starter}, Growth pays ${fees.growth}, and Enterprise has a custom fee.`,
        'Who ships the orders?':
          'You do. Fulfillment stays with your brand, and so do your products and your pricing.',
        'What is the Brand Side Platform?':
          'The BSP is your dashboard on pear. You upload products there, plan launches and budgets, and see first-party data: the views, clicks, saves and purchases of shoppers who chose to share them with you.',
      },
    },
  },
  next: { text: 'Is your question missing?', to: '/careers', label: 'Ask us' },
};
