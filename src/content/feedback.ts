export const feedback = {
  heading: "We'd love to hear from you",
  lead: 'Tell us what works, what does not and what is missing.',
  thanks: 'Thank you for your feedback! We appreciate your thoughts.',
  picture: {
    src: '/pictures/scenes/feedback.svg',
    width: 480,
    height: 600,
    alt: 'A large garment label with quotation marks on it',
  },
};
