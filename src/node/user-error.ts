/** What the user of a command got wrong, in one line that says what to do. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** Runs `act`; a system's error becomes a UserError: failure, code and advice. */
export function orUserError<T>(
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
