/** The two ways in, beside the links of the routes table. */
/** The first thing that a keyboard finds. */
export const skip = 'Skip to content';

export const audiences = {
  brand: { to: '/brands', label: "I'm a Brand" },
  shopper: { to: '/consumer', label: "I'm a Shopper" },
};
