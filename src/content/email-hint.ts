/** Around the address that may be meant. */
export const emailHint = { before: 'Did you mean ', after: '?' };
