export const skipLinkText = 'Skip to content';

/** The button links of the header, the menu and the hero. */
export const audienceLinks = {
  brand: { to: '/brands', label: "I'm a Brand" },
  shopper: { to: '/consumer', label: "I'm a Shopper" },
};
