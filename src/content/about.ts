export const about = { heading: 'Our Core Values' };
