import { waitlistLink } from './footer.ts';
import { brandCount, type sampleBrands } from './sample-brands.ts';

interface FeedItem {
  sells: string;
  image: string;
  alt: string;
}

export const feedTexts = {
  heading: 'Sample Feed',
  lead: `${brandCount} brands, one feed, nothing in between. The brands are invented, the idea is not.`,
  items: {
    Drizmoor: {
      sells: 'Rainwear and warm layers',
      image: '/pictures/products/rain-jacket.svg',
      alt: 'Rain jacket with a hood, snap buttons and flap pockets',
    },
    Skeinwell: {
      sells: 'Sweaters and cable knits',
      image: '/pictures/products/knit.svg',
      alt: 'Cable-knit sweater',
    },
    Copperhem: {
      sells: 'Denim and overshirts',
      image: '/pictures/products/denim.svg',
      alt: 'High-waisted straight jeans with turned-up hems',
    },
    Lopewell: {
      sells: 'Sneakers, shirts and knits',
      image: '/pictures/products/trainers.svg',
      alt: 'A pair of lace-up sneakers',
    },
    Odalune: {
      sells: 'Dresses and cardigans',
      image: '/pictures/products/dress.svg',
      alt: 'Sleeveless wrap dress with a belt',
    },
    Brimlark: {
      sells: 'Hats, scarves and coats',
      image: '/pictures/products/cap.svg',
      alt: 'Baseball cap with a stitched bill',
    },
  } satisfies Record<(typeof sampleBrands)[number], FeedItem>,
  next: {
    text: 'Which brand do you want in your feed?',
    ...waitlistLink,
  },
};
