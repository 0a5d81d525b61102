export const footerLinks = [
  // Other links on the site also say Contact, so the name adds the destination.
  { to: '/careers', label: 'Contact', name: 'Contact: Careers & Contact' },
  { to: '/waitlist', label: 'Join the waitlist', name: undefined },
  { to: '/brandSignup', label: 'Connect with us', name: undefined },
];

/** The paths of the pages that the top bar does not list. */
export const footerPages =
  '/consumer /brands /feed /takebackcontrol /feedback'.split(' ');

export const copyright = 'Copyright 2025';
