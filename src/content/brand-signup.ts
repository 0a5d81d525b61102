export const brandSignup = {
  heading: 'Contact',
  lead: 'Interested in partnering with pear?',
  thanks:
    "Thank you! We've added your contact details to our queue. We'll be in touch.",
};
