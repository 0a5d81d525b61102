export const careers = {
  heading: 'Have a question or want to join the team?',
  lead: 'Leave a few lines. We write back to the email you give.',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
  happens: {
    gets: 'We get your name, your email and your message, and write back to that email.',
    erase:
      'To have it erased, say so in this form and name the email you gave.',
  },
  picture: {
    src: '/pictures/scenes/contact.svg',
    width: 480,
    height: 600,
    alt: 'A stitched envelope closed with a button and thread',
  },
};
