/** One document of a batch; its timestamp is the server's. */
export interface RecordDraft {
  collection: string;
  fields: Readonly<Record<string, string>>;
}

export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'later'; error: string }
  | { kind: 'refused'; error: string };

/**
 * Firestore's own refusals, which the same request will meet again. The client
 * takes its code from the HTTP status alone: 400 is `failed-precondition`.
 */
const final = new Set([
  'failed-precondition',
  'invalid-argument',
  'not-found',
  'out-of-range',
  'permission-denied',
  'unauthenticated',
  'unimplemented',
]);

/** Takes the code of a Firestore error, or any word for what else went wrong. */
export function failure(code: string): Outcome {
  return { kind: final.has(code) ? 'refused' : 'later', error: code };
}
