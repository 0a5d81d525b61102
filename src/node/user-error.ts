/** A mistake of the command's user; the message is one line with advice. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Calls `act`, and turns a system error into a UserError with its code and advice. */
export function wrapSystemError<T>(
  failure: string,
  advice: string,
  act: () => T,
): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new UserError(`${failure} (${code}); ${advice}.`);
  }
}
