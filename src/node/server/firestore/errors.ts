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

export const denied = () =>
  new Refusal(403, 'PERMISSION_DENIED', 'No matching allow statements');
export const invalid = (why = "Payload isn't valid for request.") =>
  new Refusal(400, 'INVALID_ARGUMENT', why);
export const unimplemented = (what: string) =>
  new Refusal(501, 'UNIMPLEMENTED', `The local Firestore has no ${what}.`);
