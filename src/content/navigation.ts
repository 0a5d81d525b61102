/** The first stop of the Tab key. */
export const skip = 'Skip to content';

/** The two ways in, beside the links of the routes table. */
export const audiences = {
  brand: { to: '/brands', label: "I'm a Brand" },
  shopper: { to: '/consumer', label: "I'm a Shopper" },
};
