export const footerLinks: { to: string; label: string; name?: string }[] = [
  // Other links on the site also say Contact, so the name adds the destination.
  { to: '/careers', label: 'Contact', name: 'Contact: Careers & Contact' },
  { to: '/waitlist', label: 'Join the waitlist' },
  { to: '/brandSignup', label: 'Connect with us' },
];

export const copyrightText = 'Copyright 2025';
