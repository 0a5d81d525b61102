export const consumer = { heading: 'Giving The Consumer Agency' };
