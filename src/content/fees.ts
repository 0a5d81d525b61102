const [growth, starter] = ['5%', '7%'];

/** The share of a sale that pear earns, by plan. Every text takes it from here. */
export const fees = { starter, growth, range: `${growth}-${starter}` };
