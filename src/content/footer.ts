export const footerLinks = [
  { to: '/careers', label: 'Contact' },
  { to: '/waitlist', label: 'Join the waitlist' },
  { to: '/brandSignup', label: 'Connect with us' },
];

export const copyright = 'Copyright 2025';
