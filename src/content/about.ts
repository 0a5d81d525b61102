import { fees } from './fees.ts';

export const aboutTexts = {
  heading: 'Our Core Values',
  lead: 'Five values decide how pear is built. When two ways look equally good, we read these again.',
  values: {
    logistics: {
      title: 'Optimized Logistics',
      description:
        "A garment goes from the brand to you. With no reseller's warehouse on the way, it makes fewer stops and passes through fewer hands.",
    },
    price: {
      title: 'Price Optimization for Fairness',
      description: `The brand sets its own price, and no reseller adds a margin on top. pear earns a transaction fee of ${fees.range} from the brand, and says so in public.`,
    },
    transparency: {
      title: 'Transparency Over Transaction',
      description:
        'You can always see who sells to you, who ships to you and who receives your data. It is the brand, all three times. We would rather lose a sale than blur one of those answers.',
    },
    consumer: {
      title: 'Consumer First Always',
      description:
        'You choose your brands and you choose what to share. No ad decides what you see, and nothing tracks you while you look.',
    },
    tech: {
      title: 'Tech-Driven Brand-Friendly',
      description:
        'The software does the sorting, the brand decides. Products, pricing and fulfillment stay with the people who make the clothes.',
    },
  },
  next: {
    text: 'Want to build it this way with us?',
    to: '/careers',
    label: 'Write to the team',
  },
};
