import { createRequire } from 'node:module';
import { toPrintable } from '../node/escape.ts';
import { UserError } from '../node/user-error.ts';

/** In milliseconds. */
const responseTimeout = 60_000;

type HeaderMap = Readonly<Record<string, string>>;

/** Uses require, because run.js closes the loader that import() would need. */
const loadGoogleAuth = () =>
  createRequire(import.meta.url)(
    'google-auth-library',
  ) as typeof import('google-auth-library');

/** Returns a function that gets the owner's authorization headers. */
export function createAuthorizer(): () => Promise<HeaderMap> {
  const scopes = 'https://www.googleapis.com/auth/datastore';
  let auth: import('google-auth-library').GoogleAuth | undefined;

  return async () => {
    try {
      auth ??= new (loadGoogleAuth().GoogleAuth)({ scopes });
      return Object.fromEntries(await auth.getRequestHeaders());
    } catch (error) {
      // The message of a SyntaxError quotes the file, which may contain a key.
      const isSyntaxError = error instanceof SyntaxError;
      const reason = isSyntaxError
        ? 'the key file is not JSON'
        : describeError(error);

      const advice = getNetworkAdvice(reason);
      // The variable comes before what `gcloud auth` has stored.
      const isVariable = reason.includes('GOOGLE_APPLICATION_CREDENTIALS');
      const variableAdvice = isVariable
        ? 'correct that variable, or unset it and '
        : '';

      throw new UserError(
        advice
          ? `Cannot get a token for Firestore (${reason}); ${advice}.`
          : `Application Default Credentials do not work (${reason}); ${variableAdvice}run gcloud auth application-default login with an account that has the role Cloud Datastore Viewer.`,
      );
    }
  };
}

/** Sends JSON with Google's client, because Node 20's fetch ignores proxies. */
export async function postJson(
  url: string,
  headers: HeaderMap,
  body: object,
  isLocal: boolean,
): Promise<{ status: number; text: string }> {
  const { status, data } = await loadGoogleAuth().gaxios.request<string>({
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    data: JSON.stringify(body),
    responseType: 'text',
    timeout: responseTimeout,
    validateStatus: () => true,
    noProxy: isLocal ? [new URL(url)] : [],
  });

  return { status, text: data };
}

export type FirestoreFailure = Record<'status' | 'message' | 'reason', string>;

/** Returns Firestore's error if a response's JSON contains one. */
export function findFailure(response: unknown): FirestoreFailure | undefined {
  // The response to a query is a list, and any of its items may be an error.
  const error = [response]
    .flat()
    .map((part) => Object(Object(part).error))
    .find(({ status }) => typeof status === 'string');
  if (!error) return undefined;

  const reasons = [error.details].flat().map((part) => Object(part).reason);
  const reason = String(reasons.find(Boolean) ?? '');
  return { status: error.status, message: toOneLine(error.message), reason };
}

/** Returns at most 300 characters on one line, without a final period. */
function toOneLine(message: unknown): string {
  const line = toPrintable(String(message ?? ''))
    .replace(/\s+/g, ' ')
    .trim();
  return line.replace(/\.$/, '').replace(/^(.{300}).+/, '$1…');
}

/** Returns the messages of an error and of its causes, or the error's name. */
export function describeError(error: unknown): string {
  const texts: string[] = [];
  let problem = Object(error);
  while (problem) {
    const description = problem.response?.data?.error_description;
    // Omits a numeric code, because it is only the HTTP status of a response.
    const code = Number(problem.code) ? '' : problem.code;
    for (const text of [problem.message, code, description].map(toOneLine)) {
      if (!texts.join().includes(text)) texts.push(text);
    }

    problem = problem.cause ?? problem.errors?.[0];
  }
  return texts.join(': ') || toOneLine(Object(error).name || error);
}

/** Returns advice if the reason is a network problem, otherwise undefined. */
export function getNetworkAdvice(reason: string): string | undefined {
  if (/certificate (is not yet|has exp)|Invalid JWT(?! Sig)/.test(reason)) {
    return "set this machine's clock";
  }
  if (/self.signed|issuer cert|verify the first/.test(reason)) {
    return "set NODE_EXTRA_CA_CERTS to the file of your network's root certificate";
  }
  const networkErrorPattern =
    /\b(E?NOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|E\w+UNREACH|407)/;
  if (!networkErrorPattern.test(reason)) return undefined;

  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  const proxyVariable = names.find((name) => process.env[name]);
  return proxyVariable
    ? `check that the proxy in ${proxyVariable} can reach Google`
    : 'check that this machine can reach Google; behind a proxy set HTTPS_PROXY';
}
