import { printable } from '../printable.ts';
import { UserError } from '../user-error.ts';

/** Firestore's own error. */
export type Failure = Record<'status' | 'message' | 'reason', string>;

/** What to do about a failure, as in 'try again'. */
export type Advice = (failure: Failure, isChange?: boolean) => string;

/** Takes an answer's JSON; returns Firestore's own error if it holds one. */
export function failureIn(answer: unknown): Failure | undefined {
  // A query answers with a list, and an error may be anywhere in it.
  const error = [answer]
    .flat()
    .map((part) => Object(Object(part).error))
    .find(({ status }) => typeof status === 'string');
  if (!error) return undefined;
  const reasons = [error.details].flat().map((part) => Object(part).reason);
  const reason = String(reasons.find(Boolean) ?? '');
  return { status: error.status, message: shorten(error.message), reason };
}

/** Puts a foreign message on one line of ours, without its full stop. */
function shorten(message: unknown): string {
  const line = printable(String(message ?? ''))
    .replace(/\s+/g, ' ')
    .trim();
  return line.replace(/\.$/, '').replace(/^(.{300}).+/, '$1…');
}

/** Returns why a request failed: its and its causes' words, or its name. */
export function reasonOf(error: unknown): string {
  const texts: string[] = [];
  for (let one = Object(error); one; one = one.cause ?? one.errors?.[0]) {
    const described = one.response?.data?.error_description;
    // A number would be the status of an answer.
    const code = Number(one.code) ? '' : one.code;
    for (const part of [one.message, code, described].map(shorten)) {
      if (!texts.join().includes(part)) texts.push(part);
    }
  }
  return texts.join(': ') || shorten(Object(error).name || error);
}

/** Returns what to do if a request did not reach Google, or undefined. */
export function networkAdvice(reason: string): string | undefined {
  if (/certificate (is not yet|has exp)|Invalid JWT(?! Sig)/.test(reason)) {
    return "set this machine's clock";
  }
  if (/self.signed|issuer cert|verify the first/.test(reason)) {
    return 'set NODE_EXTRA_CA_CERTS to the file of the certificate that your network signs with';
  }
  const isUnreached =
    /\b(E?NOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|E\w+UNREACH|407)/;
  if (!isUnreached.test(reason)) return undefined;
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
  const proxy = names.find((name) => process.env[name]);
  return proxy
    ? `see that Google can be reached through the proxy in ${proxy}`
    : 'see that Google can be reached; behind a proxy set HTTPS_PROXY';
}

export function refused(
  place: string,
  code: number,
  failure: Failure | undefined,
  advice: Advice,
): UserError {
  const { status, message } = failure ?? {};
  const words = [`${code} ${status}`, message].filter(Boolean).join(': ');
  return new UserError(
    failure
      ? `${place} answered "${words}"; ${advice(failure)}.`
      : `${place} answered ${code}, and not in Firestore's words; see that no proxy or sign-in page stands between, then try again.`,
  );
}

/** The number is gcloud's own project, which is used if none is set. */
const noQuotaProject = /quota project|\b764086051850\b/i;

/** What the owner of a project can do. */
export function ownersAdvice(project: string): Advice {
  return ({ status, message, reason }, isChange) => {
    if (noQuotaProject.test(message) || reason === 'USER_PROJECT_DENIED') {
      return `run gcloud auth application-default set-quota-project ${project}, with an account that may use that project (role Service Usage Consumer)`;
    }
    if (reason === 'SERVICE_DISABLED') {
      return `run gcloud services enable firestore.googleapis.com --project ${project} and try again in some minutes`;
    }
    const role = isChange ? 'Cloud Datastore User' : 'Cloud Datastore Viewer';
    const used = isChange ? 'writes or deletions' : 'reads';
    const advice: Record<string, string> = {
      RESOURCE_EXHAUSTED: `the free plan's ${used} of the day are used up; try again after midnight Pacific time (08:00 UTC, in summer 07:00), or enable billing`,
      UNAUTHENTICATED: 'run gcloud auth application-default login',
      PERMISSION_DENIED: `give the account the role ${role} in ${project}, or run gcloud auth application-default login with one that has it`,
      NOT_FOUND: `there is no Firestore database in ${project}: make one in the Firebase console, or correct VITE_FIREBASE_PROJECT_ID`,
      FAILED_PRECONDITION: `see in the Firebase console that the database of ${project} is in native mode`,
    };
    return advice[status] ?? 'try again in some minutes';
  };
}
