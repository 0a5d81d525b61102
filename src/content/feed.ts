export const feed = { heading: 'Sample Feed' };
