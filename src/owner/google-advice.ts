import type { FirestoreFailure } from './google-api.ts';

/** Gives the account another sign-in, and its token the scopes of Firestore. */
const signIn = 'run gcloud auth application-default login';

/** The number is that of gcloud's own project, which is the default quota project. */
const quotaProjectPattern = /quota project|\b764086051850\b/i;

/**
 * Returns what the owner can do about a failure of the production Firestore, or '' if
 * the cause is not known. The same status has many causes, so the advice depends on
 * Google's reason and message.
 * https://cloud.google.com/apis/design/errors
 */
export function adviseOnFailure(
  project: string,
  { status, message, reason }: FirestoreFailure,
  isChange: boolean,
): string {
  if (quotaProjectPattern.test(message) || reason === 'USER_PROJECT_DENIED') {
    return `run gcloud auth application-default set-quota-project ${project}, with an account that may use that project (role Service Usage Consumer)`;
  }

  return (
    adviseOnReason(project, reason) ??
    adviseOnMessage(project, message, isChange) ??
    (status === 'UNAUTHENTICATED' ? signIn : '')
  );
}

function adviseOnReason(project: string, reason: string): string | undefined {
  const billingAdvice = `see Billing in the Google Cloud console for ${project}: the billing account is closed, or no longer linked`;
  const advice: Record<string, string> = {
    SERVICE_DISABLED: `run gcloud services enable firestore.googleapis.com --project ${project} and try again in a few minutes`,
    BILLING_DISABLED: billingAdvice,
    CONSUMER_SUSPENDED: `Google has suspended the project ${project}: read Google's mail to the project's owners, and appeal in the Google Cloud console`,
    CONSUMER_INVALID: `the project ${project} does not exist or is being deleted: correct VITE_FIREBASE_PROJECT_ID, or restore it in the Google Cloud console (Manage resources, Resources pending deletion)`,
    ACCESS_TOKEN_SCOPE_INSUFFICIENT: `${signIn}, because the credentials do not include Firestore`,
    ACCESS_TOKEN_EXPIRED: signIn,
    CREDENTIALS_MISSING: signIn,
    ACCOUNT_STATE_INVALID: `${signIn} with another account, because this one is disabled or deleted`,
  };
  return advice[reason];
}

function adviseOnMessage(
  project: string,
  message: string,
  isChange: boolean,
): string | undefined {
  const role = isChange ? 'Cloud Datastore User' : 'Cloud Datastore Viewer';
  const quotaLabel = isChange ? 'writes or deletions' : 'reads';

  const advice: [RegExp, string][] = [
    [
      /requires billing|billing (account|to be enabled)/i,
      `see Billing in the Google Cloud console for ${project}`,
    ],
    [
      /^quota exceeded|free daily/i,
      `today's free ${quotaLabel} are used up; try again after midnight Pacific time (08:00 UTC, in summer 07:00), or enable billing`,
    ],
    [
      /requires an index|index is (not ready|currently building)/i,
      `run npx firebase-tools@15.34.2 deploy --only firestore:indexes -P ${project} and wait until the console shows the indexes as enabled`,
    ],
    [/snapshot (version )?is too old/i, 'run the command again'],
    [
      /datastore mode/i,
      `the database of ${project} is in Datastore mode, which the site cannot use: name another project`,
    ],
    [
      /database .*does not exist/i,
      `create the database in the Firebase console, or correct VITE_FIREBASE_PROJECT_ID; if the database was deleted, see "Records or the database were deleted" in docs/operations.md`,
    ],
    [
      /^(missing or insufficient permissions|the caller does not have permission)/i,
      `give the account the role ${role} in ${project}, or ${signIn} with an account that has it`,
    ],
  ];

  return advice.find(([pattern]) => pattern.test(message))?.[1];
}
