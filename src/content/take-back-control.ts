import { waitlistLink } from './footer.ts';

export const takeBackControlTexts = {
  heading: 'Take Back Control',
  lead: 'Some of the largest companies in the world have put themselves between you and your clothes. Here is what changes when they step out.',
  columns: { there: 'With them', here: 'With pear' },
  sides: {
    retail: {
      heading: 'Large retail companies',
      contrasts: {
        'A reseller stands between you and the brand.':
          'You buy from the brand itself.',
        'The shop keeps what it learns about you.':
          'What you share goes to the brand you engage with.',
        "The brand follows the shop's rules.":
          'The brand controls its products, pricing and fulfillment.',
      },
    },
    search: {
      heading: 'Search companies',
      contrasts: {
        'The top of the page is for sale.':
          'There are no ads. Your brands come first.',
        'Your old searches follow you around.':
          'There is no tracking. You ask, you get an answer.',
      },
    },
    // Reader views remove a heading whose id contains 'social'.
    networks: {
      heading: 'Social companies',
      contrasts: {
        'The feed is made to keep you looking.':
          'The feed is made of brands you picked.',
        'A profile of you is put together in the background.':
          'You see what you share, and you decide.',
      },
    },
  },
  next: {
    text: 'Ready to choose for yourself?',
    ...waitlistLink,
  },
};
