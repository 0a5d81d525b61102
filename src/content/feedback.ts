export const feedback = {
  heading: "We'd love to hear from you",
  lead: 'Tell us what works, what does not and what is missing.',
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
  happens: {
    gets: 'We get your name, your email and your message.',
    keeps:
      'If you joined the waitlist on this device, the email you gave there is filled in for you.',
  },
  picture: {
    src: '/pictures/scenes/feedback.svg',
    width: 480,
    height: 600,
    alt: 'A large garment label with quotation marks on it',
  },
};
