export const home = {
  heading: 'Your favourite brands. Nobody in between.',
  lead: 'Shop directly from verified apparel brands. No resellers, no ads, no tracking.',
  brand: { to: '/brands', label: "I'm a Brand" },
  shopper: { to: '/consumer', label: "I'm a Shopper" },
  action: {
    heading: 'Be there when it opens.',
    join: { to: '/waitlist', label: 'Join the waitlist' },
    connect: { to: '/brandSignup', label: 'Connect with us' },
  },
};
