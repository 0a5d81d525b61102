/** The texts before and after the suggested address. */
export const emailHint = { before: 'Did you mean ', after: '?' };
