/** What the user of a command got wrong, in one line that says what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
