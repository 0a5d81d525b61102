import { firestoreOrigin } from '../../src/node/settings.ts';

/** What SITE names, and what it has to serve. */
export type Deployment = ReturnType<typeof readDeployment>;

/**
 * Reads the deployment from SITE and from the settings of its build. DIST names
 * another folder than `dist`. FIRESTORE_EMULATOR_HOST names an emulator in place
 * of Google's Firestore.
 */
export function readDeployment(env = process.env) {
  const { SITE = '', DIST = 'dist', FIRESTORE_EMULATOR_HOST: emulator } = env;
  const { VITE_FIREBASE_PROJECT_ID: id, VITE_FIREBASE_API_KEY: key } = env;
  const origin = SITE.replace(/\/$/, '');
  const firestore = id ? firestoreOrigin : origin;
  const project = id || 'demo-pear';
  const root = `projects/${project}/databases/(default)/documents`;
  return {
    origin,
    /** The folder of the build. */
    dist: DIST,
    project,
    /** A prefix of the names of all documents. */
    root,
    apiKey: key || 'local',
    /** The URL of all documents, for visitors and for the owner. */
    documents: `${firestore}/v1/${root}`,
    ownersDocuments: `${emulator ? `http://${emulator}` : firestore}/v1/${root}`,
    isLocal: Boolean(emulator || !id),
  };
}

/** Requests Firestore as the owner; returns the status of the answer. */
export async function requestAsOwner(
  { ownersDocuments, isLocal }: Deployment,
  place: string,
  body?: object,
): Promise<number> {
  const headers = isLocal
    ? { authorization: 'Bearer owner' }
    : await authorize();
  const post = { method: 'POST', body: JSON.stringify(body) };
  const request = { headers, ...(body && post) };
  return (await fetch(ownersDocuments + place, request)).status;
}

/** Erases records, each named as `waitlist/ID`; throws if Firestore refuses. */
export async function erase(
  deployment: Deployment,
  paths: readonly string[],
): Promise<void> {
  const { root } = deployment;
  const writes = paths.map((path) => ({ delete: `${root}/${path}` }));
  const status = await requestAsOwner(deployment, ':commit', { writes });
  if (status !== 200) throw new Error(`Firestore answered ${status}`);
}

async function authorize() {
  const { GoogleAuth } = await import('google-auth-library');
  const scopes = 'https://www.googleapis.com/auth/datastore';
  return new GoogleAuth({ scopes }).getRequestHeaders();
}
