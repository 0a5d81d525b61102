import { fees } from './fees.ts';
import { brandContactLink, brandContactText } from './footer.ts';
import type { UntilOpening } from './until-opening.ts';

export const brands = {
  heading: 'How Pear Can Help Brands',
  lead: 'Sell directly to people who picked you. Keep control of your products, your pricing and your fulfillment, and see firsthand what shoppers look for.',
  connect: { to: '/brandSignup', label: 'Connect with us now' },
  order: {
    Now: `Not open yet. ${brandContactText}` satisfies UntilOpening,
    Opening:
      `When shoppers are here, a transaction fee of ${fees.range} on each sale you make.` satisfies UntilOpening,
  },
  /** The garment, which is also beside the form, and the text of its label. */
  scene: { garment: 0, label: 'Your brand' },
  advantages: {
    heading: 'Yours from first stitch to last',
    items: {
      'Your customer':
        'Shoppers choose your brand by name. No reseller stands in between, and no rival can buy an ad beside you.',
      'Your price': 'You set it, you change it, and nobody else discounts it.',
      'Your knowledge':
        'What a shopper shares with you comes to you alone, not to a marketplace that also sells for your competitors.',
    },
  },
  bsp: {
    heading: 'The Brand Side Platform',
    lead: 'The Brand Side Platform, BSP for short, is your dashboard on pear.',
    text: 'It shows you first-party data, which means data that comes straight from the shopper and not from a broker. It is made of four plain things: what shoppers look at, open, keep for later and buy.',
    /** What shoppers do, in the order of each piece's counts. */
    signals: ['Views', 'Clicks', 'Saves', 'Purchases'],
    pieces: [
      toPiece('Rain jacket', 'products/rain-jacket', [1240, 780, 344, 128]),
      toPiece('Quilted vest', 'thumbs/8-quilted-gilet', [1060, 480, 210, 61]),
      toPiece('Bobble hat', 'thumbs/7-beanie', [980, 612, 398, 147]),
    ],
    note: 'An example. Pieces and numbers are invented.',
  },
  capabilities: {
    heading: 'What you can do there',
    items: {
      'Upload products':
        'Add your clothes, with your own pictures, words and prices.',
      'Receive first-party data':
        'See views, clicks, saves and purchases as shoppers share them.',
      'Targeting optimization':
        'Reach shoppers by what they ask for, not by who they are.',
      'Optimize supply chain':
        'Make and move what is wanted, where it is wanted.',
      'Manage product launches':
        'Plan a release and show it first to shoppers who picked you.',
      'Manage budgets':
        'Decide what a launch may cost, and see what it brings.',
      'Enhance shopper feedback':
        'Hear from shoppers directly and answer with better clothes.',
      'Easy management':
        'One dashboard for all of it, and no specialist needed to read it.',
    },
  },
  pricing: {
    heading: 'Pricing',
    lead: `From each sale you make, pear earns a transaction fee of ${fees.range}.`,
    tiers: {
      Starter: {
        figure: fees.starter,
        unit: 'fee',
        text: 'To sell your first pieces on pear.',
      },
      Growth: {
        figure: fees.growth,
        unit: 'fee',
        text: 'For brands that sell more and want to keep more. Ask us who qualifies.',
      },
      Enterprise: {
        figure: 'Custom',
        unit: '',
        text: 'For large product ranges, with terms that we agree on together.',
      },
    },
  },
  fulfillment: {
    heading: 'Fulfillment stays with you',
    text: 'Your brand handles it. You pack the order, you choose the carrier, and your box with your label is what arrives at the door. pear holds no stock and opens no parcel.',
    picture: {
      src: '/pictures/cloth/parcel.svg',
      width: 480,
      height: 600,
      alt: 'A brand’s woven label on a parcel, close up',
    },
  },
  vision: {
    heading: 'Our vision',
    text: 'Every brand knows its customers from what they choose to tell it.',
  },
  next: {
    text: 'Be there before we open.' satisfies UntilOpening,
    ...brandContactLink,
  },
};

function toPiece(name: string, file: string, counts: readonly number[]) {
  return { name, image: `/pictures/${file}.svg`, counts };
}
