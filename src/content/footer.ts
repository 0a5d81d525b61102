export const footerLinks = [
  // Three other things are called a contact, so its name says where it leads.
  { to: '/careers', label: 'Contact', name: 'Contact: Careers & Contact' },
  { to: '/waitlist', label: 'Join the waitlist', name: undefined },
  { to: '/brandSignup', label: 'Connect with us', name: undefined },
];

/** The pages that the top bar does not list, by their path. */
export const footerPages =
  '/consumer /brands /feed /takebackcontrol /feedback'.split(' ');

export const copyright = 'Copyright 2025';
