import { firestoreOrigin } from '../../src/node/settings.ts';

export type Deployment = ReturnType<typeof readDeployment>;

/**
 * Reads the deployment from the variables that main.ts sets: SITE is its origin, and
 * DIST is the folder of its build. The owner's requests go to FIRESTORE_EMULATOR_HOST,
 * if it is set.
 */
export function readDeployment(env = process.env) {
  const { SITE = '', DIST = 'dist', FIRESTORE_EMULATOR_HOST: emulator } = env;
  const { VITE_FIREBASE_PROJECT_ID: id, VITE_FIREBASE_API_KEY: key } = env;

  const origin = SITE;
  const firestoreUrl = id ? firestoreOrigin : origin;
  const project = id || 'demo-pear';

  /** The common prefix of the names of all documents. */
  const root = `projects/${project}/databases/(default)/documents`;
  const ownerFirestoreUrl = emulator ? `http://${emulator}` : firestoreUrl;

  return {
    origin,
    dist: DIST,
    project,
    root,
    apiKey: key || 'local',
    documentsUrl: `${firestoreUrl}/v1/${root}`,
    ownersDocumentsUrl: `${ownerFirestoreUrl}/v1/${root}`,
    isLocal: Boolean(emulator || !id),
  };
}

/** Sends a request to Firestore as the owner; returns the response's status. */
export async function requestAsOwner(
  { ownersDocumentsUrl, isLocal }: Deployment,
  path: string,
  body?: object,
): Promise<number> {
  const headers = isLocal
    ? { authorization: 'Bearer owner' }
    : await requestAuthHeaders();

  const postOptions = { method: 'POST', body: JSON.stringify(body) };
  const requestOptions = { headers, ...(body && postOptions) };

  const response = await fetch(ownersDocumentsUrl + path, requestOptions);
  return response.status;
}

/**
 * Erases records by paths such as `waitlist/ID`. If Firestore refuses, throws an error
 * whose cause is the status.
 */
export async function eraseRecords(
  deployment: Deployment,
  paths: readonly string[],
) {
  const { root } = deployment;
  const writes = paths.map((path) => ({ delete: `${root}/${path}` }));

  const status = await requestAsOwner(deployment, ':commit', { writes });
  if (status !== 200)
    throw new Error(`Firestore answered ${status}`, { cause: status });
}

async function requestAuthHeaders() {
  const { GoogleAuth } = await import('google-auth-library');
  const scopes = 'https://www.googleapis.com/auth/datastore';
  return new GoogleAuth({ scopes }).getRequestHeaders();
}
