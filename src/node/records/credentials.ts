import { createRequire } from 'node:module';
import { UserError } from '../user-error.ts';
import { networkAdvice, reasonOf } from './firestore-error.ts';

type Headers = Readonly<Record<string, string>>;

/** Loads Google's client on demand; run.js has closed import() by now. */
const google = () =>
  createRequire(import.meta.url)(
    'google-auth-library',
  ) as typeof import('google-auth-library');

/**
 * Returns a function for the headers that give the owner access to Firestore in
 * production, by Application Default Credentials. Their token is used until it
 * expires.
 */
export function ownersHeaders(): () => Promise<Headers> {
  const scopes = 'https://www.googleapis.com/auth/datastore';
  let auth: InstanceType<ReturnType<typeof google>['GoogleAuth']> | undefined;
  return async () => {
    try {
      auth ??= new (google().GoogleAuth)({ scopes });
      return Object.fromEntries(await auth.getRequestHeaders());
    } catch (error) {
      throw errorFor(error);
    }
  };
}

/**
 * Sends JSON as Google's client sends its token requests: through the proxy that
 * the environment names, which Node 20's own fetch ignores. A local server is
 * never behind a proxy.
 */
export async function post(
  url: string,
  headers: Headers,
  body: object,
  isLocal: boolean,
): Promise<{ status: number; text: string }> {
  const { status, data } = await google().gaxios.request<string>({
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    data: JSON.stringify(body),
    responseType: 'text',
    timeout: 60_000,
    validateStatus: () => true,
    noProxy: isLocal ? [new URL(url)] : [],
  });
  return { status, text: data };
}

function errorFor(error: unknown): UserError {
  // A parser's error quotes the file, which may be a key.
  const isText = error instanceof SyntaxError;
  const cause = isText ? 'the key file is not JSON' : reasonOf(error);
  const todo = networkAdvice(cause);
  return new UserError(
    todo
      ? `No token for Firestore (${cause}); ${todo}.`
      : `No Application Default Credentials work here (${cause}); run gcloud auth application-default login with an account that has the role Cloud Datastore Viewer.`,
  );
}
