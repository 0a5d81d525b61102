import { waitlistLink } from './footer.ts';
import type { UntilOpening } from './until-opening.ts';

export const missionTexts = {
  heading: 'Our Mission',
  statement:
    'Bring the people who wear clothes back to the people who make them.',
  text: 'Shopping for clothes online has filled up with strangers. Each takes a cut on the way, and none of them has sewn a button. We leave them out.',
  /** The garment, and the text of its label. */
  scene: { garment: 2, label: 'pear' },
  without: {
    label: 'What pear leaves out',
    items: {
      Resellers:
        'You buy from the brand that made it, at the price the brand has set.',
      Ads: 'You see what fits you, not what somebody has paid to show you.',
      Tracking:
        'You decide what to share, and only the brand you engage with receives it.',
    },
    more: { to: '/takebackcontrol', label: 'See what changes with pear' },
  },
  who: {
    heading: 'Who Are We',
    lead: 'We are pear, a direct-to-brand shopping platform for apparel.',
    text: [
      'Direct-to-brand means that nobody stands between you and the label in your collar. The brands on pear are verified: they are who they say they are.',
      'If you shop, you pick your favorite brands and an AI assistant makes a feed of them. If you are a brand, you sell directly, keep control of products, pricing and fulfillment, and learn firsthand what shoppers look for.',
      'We are still building pear. Shoppers can join the waitlist for early access, and brands can connect with us now.' satisfies UntilOpening,
    ],
  },
  next: {
    text: 'Does that sound good to you?',
    ...waitlistLink,
  },
};
