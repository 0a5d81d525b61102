export const brandSignup = {
  heading: 'Contact',
  lead: 'Interested in partnering with pear?',
  thanks:
    "Thank you! We've added your contact details to our queue. We'll be in touch.",
  happens: {
    gets: 'We get your name, your email and your company, to talk with you about a partnership.',
  },
  picture: {
    src: '/pictures/scenes/brand-signup.svg',
    width: 480,
    height: 600,
    alt: 'Two fabric swatches, a brand’s and pear’s, being sewn together',
  },
};
