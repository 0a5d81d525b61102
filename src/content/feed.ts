const items = [
  {
    brand: 'Drizmoor',
    sells: 'Rainwear and warm layers',
    image: '/pictures/products/rain-jacket.svg',
    alt: 'Purple hooded rain jacket with snap buttons and flap pockets',
  },
  {
    brand: 'Skeinwell',
    sells: 'Jumpers and cable knits',
    image: '/pictures/products/knit.svg',
    alt: 'Lilac cable-knit jumper',
  },
  {
    brand: 'Copperhem',
    sells: 'Denim and overshirts',
    image: '/pictures/products/denim.svg',
    alt: 'High-waisted straight jeans with turned-up hems',
  },
  {
    brand: 'Lopewell',
    sells: 'Trainers, shirts and knits',
    image: '/pictures/products/trainers.svg',
    alt: 'A pair of purple lace-up trainers',
  },
  {
    brand: 'Odalune',
    sells: 'Dresses and cardigans',
    image: '/pictures/products/dress.svg',
    alt: 'Sleeveless wrap dress with a tied waist',
  },
  {
    brand: 'Brimlark',
    sells: 'Hats, scarves and coats',
    image: '/pictures/products/cap.svg',
    alt: 'Purple baseball cap with a stitched peak',
  },
];

export const feed = {
  heading: 'Sample Feed',
  lead: 'Six brands, one feed, nothing in between. The brands are invented, the idea is not.',
  items,
  next: {
    text: 'Which brand should be in yours?',
    to: '/waitlist',
    label: 'Tell us and join the waitlist',
  },
};
