import { printable } from '../printable.ts';
import { UserError } from '../user-error.ts';

/** Firestore's own account of why it did not do what it was asked. */
export interface Failure {
  status: string;
  message: string;
  /** Such as SERVICE_DISABLED, where there is one. */
  reason: string;
}

/** What to do about a failure, as in 'try again'. */
export type Advice = (failure: Failure, isChange?: boolean) => string;

/** Takes an answer's JSON, returns Firestore's own error where it holds one. */
export function failureIn(answer: unknown): Failure | undefined {
  // A query answers with a list, an error anywhere in it.
  const error = [answer]
    .flat()
    .map((part) => Object(Object(part).error))
    .find(({ status }) => typeof status === 'string');
  if (!error) return undefined;
  const reasons = [error.details].flat().map((part) => Object(part).reason);
  return {
    status: error.status,
    message: shorten(error.message),
    reason: String(reasons.find(Boolean) ?? ''),
  };
}

/** A foreign message on one line of ours, without its full stop. */
export function shorten(message: unknown): string {
  return printable(String(message ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(/^(.{300}).+/, '$1…');
}

export function refused(
  place: string,
  code: number,
  failure: Failure | undefined,
  advice: Advice,
): UserError {
  if (!failure) {
    return new UserError(
      `${place} answered ${code}, and not in Firestore's words; see that no proxy or sign-in page stands between, then try again.`,
    );
  }
  const { status, message } = failure;
  const words = [`${code} ${status}`, message].filter(Boolean).join(': ');
  return new UserError(`${place} answered "${words}"; ${advice(failure)}.`);
}

/** The number is that of gcloud's own project, used where none is set. */
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
