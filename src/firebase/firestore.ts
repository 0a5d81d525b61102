import { FirebaseError, setLogLevel } from 'firebase/app';
import {
  doc,
  type Firestore,
  initializeFirestore,
  serverTimestamp,
  writeBatch,
} from 'firebase/firestore/lite';
import { firebaseProject } from '../env.ts';
import { firebaseApp } from './app.ts';
import { failure, type Outcome, type RecordDraft } from './outcome.ts';

const timeLimit = 20_000;

let firestore: Firestore | undefined;

function connect(): Firestore {
  // On an error the client logs the whole request, personal data included, and
  // its app logs that a full disk keeps no statistics.
  setLogLevel('silent');
  globalThis.fetch = withAnswersChecked(globalThis.fetch);
  const { host, protocol } = globalThis.location;
  const ownOrigin = { host, ssl: protocol === 'https:' };
  return initializeFirestore(firebaseApp(), firebaseProject ? {} : ownOrigin);
}

/** Writes the records as one atomic batch under one id; never throws. */
export async function writeRecords(
  id: string,
  records: readonly RecordDraft[],
): Promise<Outcome> {
  try {
    firestore ??= connect();
    const batch = writeBatch(firestore);
    for (const { collection, fields } of records) {
      batch.set(doc(firestore, collection, id), {
        ...fields,
        timestamp: serverTimestamp(),
      });
    }
    await batch.commit();
    return { kind: 'delivered' };
  } catch (error) {
    // None is a FirestoreError: FirebaseError's constructor resets the prototype.
    return failure(error instanceof FirebaseError ? error.code : 'unreadable');
  }
}

/**
 * The client takes any 2xx for success, any JSON for an error of Firestore's,
 * follows redirects and waits for ever. Here an answer that is not
 * Firestore's, or not in time, becomes what it is: no answer.
 */
function withAnswersChecked(plainFetch: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!/:commit\b/.test(String(input))) return plainFetch(input, init);
    // By hand: Safari 15 lacks AbortSignal.timeout.
    const late = new AbortController();
    // Once the answer has been read, aborting changes nothing.
    setTimeout(() => late.abort(), timeLimit);
    const { signal } = late;
    const request = { ...init, redirect: 'error', signal } as const;
    const response = await plainFetch(input, request);
    // Read whole, so that a body cut short counts as no answer too.
    const text = await response.text();
    if (!isFirestoreAnswer(response.status, text)) {
      throw new TypeError('Not an answer of Firestore');
    }
    return new Response(text, response);
  };
}

function isFirestoreAnswer(status: number, text: string): boolean {
  // The client would take 408 and 501 for refusals for good.
  if (status === 408 || status === 501) return false;
  const answer = JSON.parse(text);
  const { commitTime, error } = Array.isArray(answer) ? answer[0] : answer;
  return status === 200
    ? typeof commitTime === 'string'
    : error?.code === status && typeof error.status === 'string';
}
