import { waitlistLink } from './footer.ts';
import type { sampleBrands } from './sample-brands.ts';
import type { UntilOpening } from './until-opening.ts';

export const consumerTexts = {
  /** No line break within the second string. */
  heading: ['Giving ', 'The Consumer', ' Agency'],
  lead: 'Agency means that you decide: which brands you see, what you share, and with whom. pear brings the brands to you and then steps aside.',
  join: waitlistLink,
  order: {
    Now: 'Not open yet. Tell us your favorite brand and your email.' satisfies UntilOpening,
    Opening: 'Early access starts with the waitlist.' satisfies UntilOpening,
  },
  scene: {
    src: '/pictures/cloth/tag.svg',
    width: 640,
    height: 720,
    alt: 'A tag with a stitched check mark on a coat, close up',
  },
  feed: {
    heading: 'A personalized feed, cut to measure',
    /** What the phone in the picture shows. */
    screen: {
      alt: 'A phone in the pocket of a cardigan. Its screen shows a feed of Drizmoor and Skeinwell: four pieces with their prices, two of them saved.',
      title: 'My Brands',
      brands: ['Drizmoor', 'Skeinwell'],
      saved: 'Saved',
      pieces: [
        toPiece(
          'Quilted vest',
          'Drizmoor',
          110,
          'thumbs/8-quilted-gilet',
          true,
        ),
        toPiece('Cable sweater', 'Skeinwell', 135, 'products/knit'),
        toPiece(
          'Roll-neck sweater',
          'Skeinwell',
          88,
          'thumbs/1-roll-neck',
          true,
        ),
        toPiece('Rain jacket', 'Drizmoor', 160, 'products/rain-jacket'),
      ],
      note: 'The feed as we plan it. An example: brands, pieces and prices are invented.' satisfies UntilOpening,
    },
    benefits: [
      'Your favorite brands come first, because you picked them.',
      'Say what you want in your own words, and the AI assistant finds it.',
      'Everything in your feed is sold by the brand that made it.',
      'No ads. Nobody pays for a place in your feed.',
      'New brands wait in a list of their own, for when you are curious.',
      'Your feed gets better with what you save, if you agree to share it.',
    ],
    sample: { to: '/feed', label: 'See a sample feed' },
  },
  destination: {
    heading: 'The ultimate shopping destination',
    lead: 'All of your brands in one place, and nobody else in the room.',
    reasons: {
      'One feed instead of many tabs':
        'Follow every brand you love in one place, without another newsletter.',
      'Straight from the brand':
        'Every brand is verified and sells to you directly, so you know who made it, who sold it and who ships it.',
      'Better value':
        'No reseller adds a margin, so the price is the one the brand has set.',
      'Help that is on your side':
        'The assistant looks for what you asked for. It has nothing else to sell you.',
    },
    note: 'The brands on these labels are invented.',
  },
  data: {
    heading: 'How your data is protected',
    statement: 'Your data goes only to the brand you engage with.',
    text: 'You control what you share. If you agree, a brand can see that you looked at its coat. Nobody else can: no other brand, no advertiser, no reseller. pear does not track you.',
    picture: {
      src: '/pictures/cloth/pocket.svg',
      width: 440,
      height: 440,
      alt: 'A buttoned pocket on denim, close up',
    },
  },
  next: {
    text: 'Tell us your favorite brand and be there when we open.' satisfies UntilOpening,
    ...waitlistLink,
  },
};

function toPiece(
  name: string,
  brand: (typeof sampleBrands)[number],
  price: number,
  file: string,
  isSaved = false,
) {
  return { name, brand, price, image: `/pictures/${file}.svg`, isSaved };
}
