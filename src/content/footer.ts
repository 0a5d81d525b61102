/** Paper shows the address of its page. */
export const brandContactLink = {
  to: '/brandSignup',
  label: 'Connect with us',
};

export const footerLinks: { to: string; label: string; name?: string }[] = [
  // Other links on the site also say Contact, so the name adds the destination.
  { to: '/careers', label: 'Contact', name: 'Contact: Careers & Contact' },
  { to: '/waitlist', label: 'Join the waitlist' },
  brandContactLink,
];

export const copyrightText = 'Copyright 2025';
