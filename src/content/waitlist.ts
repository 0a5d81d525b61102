export const waitlist = {
  heading: 'Coming Soon.',
  lead: 'Sign up for early access',
  note: 'By joining you confirm that you are 18+ and consent to the collection of your email and preferences.',
  thanks: "Thank you! We've added you to the list.",
  happens: {
    gets: 'We get your email and your favorite brand, and put you on the list for early access.',
    keeps: 'Your email stays here too, so that the feedback form knows it.',
  },
  next: { to: '/feedback', label: 'Tell us what you think' },
  picture: {
    src: '/pictures/scenes/waitlist.svg',
    width: 480,
    height: 600,
    alt: 'A garment bag on a rail, half unzipped to show a new jacket',
  },
};
