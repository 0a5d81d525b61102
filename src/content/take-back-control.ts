const sides = [
  {
    id: 'retail',
    heading: 'Large retail companies',
    contrasts: [
      {
        there: 'A reseller stands between you and the brand.',
        here: 'You buy from the brand itself.',
      },
      {
        there: 'The shop learns about you and keeps it.',
        here: 'What you share goes to the brand you engage with.',
      },
      {
        there: 'The brand follows the rules of the shelf.',
        here: 'The brand keeps its products, pricing and fulfilment.',
      },
    ],
  },
  {
    id: 'search',
    heading: 'Search companies',
    contrasts: [
      {
        there: 'The top of the page is for sale.',
        here: 'There are no ads. Your brands come first.',
      },
      {
        there: 'What you looked for once follows you around.',
        here: 'There is no tracking. You ask, you get an answer.',
      },
    ],
  },
  {
    id: 'social',
    heading: 'Social companies',
    contrasts: [
      {
        there: 'The feed is made to keep you looking.',
        here: 'The feed is made of brands you picked.',
      },
      {
        there: 'A profile of you is put together in the background.',
        here: 'You see what you share, and you decide.',
      },
    ],
  },
];

export const takeBackControl = {
  heading: 'Take Back Control',
  lead: 'Some of the largest companies in the world have put themselves between you and your clothes. Here is what changes when they step out.',
  columns: { there: 'With them', here: 'With pear' },
  sides,
  next: {
    text: 'Ready to choose for yourself?',
    to: '/waitlist',
    label: 'Sign up for early access',
  },
};
