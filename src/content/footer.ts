import type { UntilOpening } from './until-opening.ts';

/** Paper shows the address of its page. */
export const brandContactLink = {
  to: '/brandSignup',
  label: 'Connect with us',
};

export const waitlistLink = {
  to: '/waitlist',
  label: 'Join the waitlist' satisfies UntilOpening,
};

/** What a brand can do before pear opens, on /brands and /brandSignup. */
export const brandContactText =
  'Connect with us before we open. Leave your name, your email and your company, and we will be in touch.' satisfies UntilOpening;

export const footerLinks: { to: string; label: string; name?: string }[] = [
  // Other links on the site also say Contact, so the name adds the destination.
  { to: '/careers', label: 'Contact', name: 'Contact: Careers & Contact' },
  waitlistLink,
  brandContactLink,
];

/** The specification of the product fixes this year. It does not follow the calendar. */
export const copyrightText = 'Copyright 2025';
