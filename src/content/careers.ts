export const careers = {
  heading: 'Have a question or want to join the team?',
  thanks: 'Thank you for contacting us! We will get back to you soon.',
};
