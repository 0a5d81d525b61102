/** A name begins with the label, and adds which of the contacts it leads to. */
export const footerLinks: readonly {
  to: string;
  label: string;
  name?: string;
}[] = [
  { to: '/careers', label: 'Contact', name: 'Contact: Careers & Contact' },
  { to: '/waitlist', label: 'Join the waitlist' },
  { to: '/brandSignup', label: 'Connect with us' },
];

/** The pages that the top bar does not list, by their path. */
export const footerPages = [
  '/consumer',
  '/brands',
  '/feed',
  '/takebackcontrol',
  '/feedback',
];

export const copyright = 'Copyright 2025';
