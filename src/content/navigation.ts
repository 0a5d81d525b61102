export const skipLinkText = 'Skip to content';

/** The button links of the header, the menu and the hero, in their order. */
export const audienceLinks = {
  shopper: { to: '/consumer', label: "I'm a Shopper" },
  brand: { to: '/brands', label: "I'm a Brand" },
};
