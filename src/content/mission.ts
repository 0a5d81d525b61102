export const mission = { heading: 'Our Mission' };
