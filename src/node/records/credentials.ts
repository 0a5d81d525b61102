import { createRequire } from 'node:module';
import { UserError } from '../user-error.ts';
import { shorten } from './firestore-error.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the headers that give the owner access to Firestore in production, by
 * Application Default Credentials. Their token is used until it expires.
 */
export function ownersHeaders(): () => Promise<Headers> {
  let auth: ReturnType<typeof makeAuth> | undefined;
  return async () => {
    try {
      auth ??= makeAuth();
      return Object.fromEntries(await auth.getRequestHeaders());
    } catch (error) {
      throw errorFor(error);
    }
  };
}

function makeAuth() {
  // On demand, since few runs need it; run.js has closed import() by then.
  const require = createRequire(import.meta.url);
  const { GoogleAuth } =
    require('google-auth-library') as typeof import('google-auth-library');
  return new GoogleAuth({
    scopes: 'https://www.googleapis.com/auth/datastore',
  });
}

const noNetwork = /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|E\w+UNREACH)\b/;

function errorFor(error: unknown): UserError {
  const { message, response } = Object(error);
  const described = response?.data?.error_description;
  const told = shorten(described ? `${message}: ${described}` : message);
  // What cannot be parsed is quoted there, and it may be a key.
  const isText = error instanceof SyntaxError;
  const cause = isText ? 'the key file is not JSON' : told;
  return new UserError(
    noNetwork.test(cause)
      ? `No token for Firestore (${cause}); see that Google can be reached.`
      : `No Application Default Credentials work here (${cause}); run gcloud auth application-default login with an account that has the role Cloud Datastore Viewer.`,
  );
}
