import type { Outcome } from '../outbox/delivery.ts';

/**
 * Error codes for which a retry is pointless. The client derives codes from the HTTP
 * status, so every status 400 has the code `failed-precondition`.
 */
const permanentCodes = new Set([
  'failed-precondition',
  'invalid-argument',
  'not-found',
  'out-of-range',
  'permission-denied',
  'unauthenticated',
  'unimplemented',
]);

/** Returns the outcome for Firestore's error code, or for any other error name. */
export function getOutcome(code: string): Outcome {
  return { kind: permanentCodes.has(code) ? 'refused' : 'later', error: code };
}
