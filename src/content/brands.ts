export const brands = { heading: 'How Pear Can Help Brands' };
