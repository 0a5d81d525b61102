import { firestoreOrigin } from '../../src/node/settings.ts';

/** A deployment, the build that it has to serve, and its Firestore. */
export interface Deployment {
  origin: string;
  /** The folder of the build. */
  dist: string;
  /** The Firebase project's id. */
  project: string;
  apiKey: string;
  /** The URL of Firestore's documents, as visitors reach them. */
  documents: string;
  owner: Owner;
}

interface Owner {
  /** The URL of Firestore's documents, as the owner reaches them. */
  documents: string;
  /** Returns headers that allow reading and erasing records by their ids. */
  authorize(): Promise<Readonly<Record<string, string>>>;
}

/**
 * Reads the deployment from SITE and from the settings of its build. DIST names
 * another folder than `dist`. FIRESTORE_EMULATOR_HOST names the emulator that
 * the site sends to in place of Google's Firestore.
 */
export function readDeployment(env = process.env): Deployment {
  const { SITE = '', DIST: dist = 'dist' } = env;
  const origin = SITE.replace(/\/$/, '');
  const id = env.VITE_FIREBASE_PROJECT_ID;
  const project = id || 'demo-pear';
  const path = `/v1/projects/${project}/databases/(default)/documents`;
  const firestore = id ? firestoreOrigin : origin;
  const emulator = env.FIRESTORE_EMULATOR_HOST;
  const isLocal = emulator || !id;
  return {
    origin,
    dist,
    project,
    apiKey: env.VITE_FIREBASE_API_KEY || 'local',
    documents: firestore + path,
    owner: {
      documents: (emulator ? `http://${emulator}` : firestore) + path,
      authorize: isLocal
        ? async () => ({ authorization: 'Bearer owner' })
        : authorizeOwner,
    },
  };
}

/** By Application Default Credentials. */
async function authorizeOwner() {
  const { GoogleAuth } = await import('google-auth-library');
  const scopes = 'https://www.googleapis.com/auth/datastore';
  const headers = await new GoogleAuth({ scopes }).getRequestHeaders();
  return Object.fromEntries(headers);
}

/** Returns the HTTP status of a record such as `waitlist/ID`. */
export async function statusForOwner(
  { owner }: Deployment,
  path: string,
): Promise<number> {
  const headers = await owner.authorize();
  return (await fetch(`${owner.documents}/${path}`, { headers })).status;
}

/** Erases records, each named as `waitlist/ID`; throws unless all are erased. */
export async function erase(
  { owner }: Deployment,
  paths: readonly string[],
): Promise<void> {
  const [, root] = owner.documents.split('/v1/');
  const writes = paths.map((path) => ({ delete: `${root}/${path}` }));
  const { status } = await fetch(`${owner.documents}:commit`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(await owner.authorize()),
    },
    body: JSON.stringify({ writes }),
  });
  if (status !== 200) throw new Error(`Firestore answered ${status}.`);
}
