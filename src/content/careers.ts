export const careers = {
  heading: 'Have a question or want to join the team?',
  lead: 'Leave a few lines. We write back to the email you give.',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
  picture: {
    src: '/pictures/scenes/contact.svg',
    width: 480,
    height: 600,
    alt: 'A stitched envelope closed with a button and thread',
  },
};
