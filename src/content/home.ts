import { waitlistLink } from './footer.ts';
import { audienceLinks } from './navigation.ts';
import { brandCount, sampleBrands } from './sample-brands.ts';
import type { UntilOpening } from './until-opening.ts';

export const homeTexts = {
  heading: 'Straight from the brand.',
  /** No line breaks within the second, fourth and sixth string. */
  lead: [
    'Shop directly from verified apparel brands. ',
    ...['No resellers', ', ', 'no ads', ', ', 'no tracking', '.'],
  ],
  ...audienceLinks,
  /** The second string is a link to the waitlist. */
  opening: [
    'Not open yet. Early access starts with ' satisfies UntilOpening,
    'the waitlist',
    '.',
  ],
};

export const wardrobeTexts = {
  label: 'Pick your brands',
  shows: 'On the rail:',
  empty: 'The rail is waiting. Pick a brand.',
  invented: `${brandCount} invented brands, to try it.`,
  first: sampleBrands.slice(0, 3),
  brands: sampleBrands as readonly string[],
};

export const complaintTexts = {
  heading: 'The problems with online shopping',
  lead: 'It should take you to the clothes. Mostly it takes you somewhere else.',
  cards: {
    'Ads come first':
      'You look for a coat and get whoever paid to stand at the top.',
    'A stranger sells it':
      'The label is the one you know. The shop behind it is not.',
    'You are followed':
      'Look at one pair of shoes, and they walk after you for weeks.',
    'Is it even real':
      'Copies and originals share a page, and the picture is the same.',
    'Too much of everything':
      'Ten pages of results, and not one that knows what you wear.',
    'Everyone takes a cut':
      'Each hand between you and the maker adds to what you pay.',
  },
};

export const valueTexts = {
  'Explore and Personalize': 'Pick your brands, and your feed follows.',
  'Shop or Connect': 'Buy from the brand, or tell it what you think.',
  'Direct Access. Better Value': 'No reseller adds a cut.',
};

export const stepTexts = {
  heading: 'How to get Started',
  lead: 'Five stitches from the brands you like to the parcel at your door.',
  items: {
    'Choose brands':
      'Pick the labels you wear already, and the ones you have been meaning to try.',
    'User feed':
      'Your feed fills with what those brands make. Nobody can pay to get into it.',
    Optimized:
      'If you agree, an AI assistant learns from what you save and what you buy, and brings the right things forward.',
    'Safe data sharing':
      'What you choose to share goes to the brand you engage with and to no one else.',
    'Shop your brand':
      'Buy from the brand itself, which sets the price, packs the parcel and answers your questions.',
  },
};

export const whyPearTexts = {
  heading: 'Why choose pear',
  /** The second string is underlined. */
  statement: [
    'Clothes should come from ',
    'the people who make them',
    ', and what you tell a brand should stay with that brand.',
  ],
  link: { to: '/mission', label: 'Read our mission' },
} as const;

const warm = ['warm'];
const windy = ['windy'];
const both = [...warm, ...windy];

export const demoTexts = {
  heading: 'A fitting room that listens',
  lead: 'Our agentic AI reads a wish in plain words, searches your brands first, and only then other brands.',
  label: 'You ask',
  hint: 'Press a word to leave it out.',
  /** The second, fourth and sixth string are words that a visitor can leave out. */
  wish: [
    ...['Something ', 'warm', ' for a ', 'windy', ' walk by the sea, '],
    'under $120',
  ],
  /** The word that limits the price, and the price in dollars. */
  limit: { word: 'under $120', price: 120 },
  answer: 'Here is what your brands have, and what other brands would add.',
  /** The racks' headings, and their texts if they are empty. */
  racks: [
    {
      title: 'My Brands',
      unpicked: 'Pick a brand at the top, and its pieces hang here.',
      unmatched: 'Nothing from your brands fits this wish.',
    },
    {
      title: 'Discovery',
      unpicked: 'You have picked every brand.',
      unmatched: 'Nothing from other brands fits this wish.',
    },
  ],
  products: [
    toProduct('Quilted vest', 'Drizmoor', 110, both, 'thumbs/8-quilted-gilet'),
    toProduct('Roll-neck sweater', 'Skeinwell', 88, warm, 'thumbs/1-roll-neck'),
    toProduct('Button cardigan', 'Odalune', 94, warm, 'thumbs/2-cardigan'),
    toProduct('Cable sweater', 'Skeinwell', 135, warm, 'products/knit'),
    toProduct('Bobble hat', 'Brimlark', 28, both, 'thumbs/7-beanie'),
    toProduct('Fringed scarf', 'Brimlark', 45, both, 'thumbs/5-scarf'),
    toProduct(
      'Checked overshirt',
      'Copperhem',
      98,
      windy,
      'thumbs/4-overshirt',
    ),
    toProduct('Argyle slipover', 'Lopewell', 64, warm, 'thumbs/6-knitted-vest'),
  ],
  /** The names of the pieces that a shopper has saved. */
  saved: { label: 'Saved', pieces: ['Quilted vest', 'Bobble hat'] },
  note: 'The feed as we plan it. An example: pieces and prices are invented.' satisfies UntilOpening,
};

/** `qualities` are the words of the wish that a piece matches, whatever it costs. */
function toProduct(
  name: string,
  brand: (typeof sampleBrands)[number],
  price: number,
  qualities: readonly string[],
  file: string,
) {
  return { name, brand, price, qualities, image: `/pictures/${file}.svg` };
}

export type Product = ReturnType<typeof toProduct>;

export const truthTexts = {
  heading: 'A single source of truth',
  lead: 'The brand writes once what a piece is, what it costs and whether it is in stock. That is what you read.',
  parts: [
    {
      title: 'You',
      text: 'see what the brand wrote, and choose what it learns.',
    },
    {
      via: 'what you choose to share',
      title: 'pear',
      text: 'carries what both share, and sells it to no one.',
    },
    {
      via: 'what the brand says',
      title: 'The brand',
      text: 'sets product, price and stock, and hears from you directly.',
    },
  ],
};

export const waitlistTexts = {
  heading: 'Be there when it opens.' satisfies UntilOpening,
  lead: 'Early access starts with the waitlist.' satisfies UntilOpening,
  join: waitlistLink,
  connect: { to: '/brandSignup', label: 'Connect with us' },
};
