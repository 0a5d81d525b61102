import { FirebaseError, setLogLevel } from 'firebase/app';
import {
  doc,
  type Firestore,
  initializeFirestore,
  serverTimestamp,
  writeBatch,
} from 'firebase/firestore/lite';
import { firebaseProject } from '../env.ts';
import type { NewRecord } from '../form-definitions/form-definition.ts';
import type { Outcome } from '../outbox/delivery.ts';
import { getFirebaseApp } from './app.ts';
import { getOutcome } from './outcome.ts';

const responseTimeout = 20_000;

let firestore: Firestore | undefined;

function createFirestore(): Firestore {
  // On an error the client logs the whole request, personal data included.
  setLogLevel('silent');
  globalThis.fetch = withVerifiedResponses(globalThis.fetch);

  const { host, protocol } = globalThis.location;
  const settings = firebaseProject ? {} : { host, ssl: protocol === 'https:' };
  return initializeFirestore(getFirebaseApp(), settings);
}

/** Writes each record to its collection under this id, in one batch. Never throws. */
export async function writeRecords(
  id: string,
  records: readonly NewRecord[],
): Promise<Outcome> {
  try {
    firestore ??= createFirestore();
    const batch = writeBatch(firestore);

    for (const { collection, fields } of records) {
      const timestamp = serverTimestamp();
      batch.set(doc(firestore, collection, id), { ...fields, timestamp });
    }

    await batch.commit();
    return { kind: 'delivered' };
  } catch (error) {
    // Not `instanceof FirestoreError`, because FirebaseError resets the prototype.
    const code = error instanceof FirebaseError ? error.code : 'unreadable';
    return getOutcome(code);
  }
}

/**
 * Makes a commit fail if its response is late or not from Firestore. The client
 * accepts any 2xx as success, follows redirects and never times out.
 */
function withVerifiedResponses(plainFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    // The client passes its URL as a string. A `Request` of other code does not match.
    if (!/:commit\b/.test(String(input))) return plainFetch(input, init);

    // Safari 15 lacks AbortSignal.timeout.
    const controller = new AbortController();
    setTimeout(() => controller.abort(), responseTimeout);
    const { signal } = controller;
    const request = { ...init, redirect: 'error', signal } as const;

    const response = await plainFetch(input, request);
    // A truncated body must fail too, so read all of it.
    const text = await response.text();
    if (!isFirestoreResponse(response.status, text)) {
      throw new TypeError('Not a response from Firestore');
    }

    return new Response(text, response);
  };
}

function isFirestoreResponse(status: number, text: string): boolean {
  // Firestore's client treats 408 and 501 as final errors, but both may be transient.
  if (status === 408 || status === 501) return false;

  const body = JSON.parse(text);
  // Firestore's streaming methods, such as a query, wrap their error in an array. The
  // client accepts this form for a commit, too.
  const { commitTime, error } = Array.isArray(body) ? body[0] : body;

  if (status === 200) return typeof commitTime === 'string';
  return error?.code === status && typeof error.status === 'string';
}
