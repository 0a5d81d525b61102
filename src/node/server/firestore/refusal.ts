/** An error that Firestore answers with. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}

export const denied = (why = 'No matching allow statements') =>
  new Refusal(403, 'PERMISSION_DENIED', why);
export const invalid = (why = "Payload isn't valid for request.") =>
  new Refusal(400, 'INVALID_ARGUMENT', why);
