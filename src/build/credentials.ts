import { createRequire } from 'node:module';
import { Complaint } from './complaint.ts';

export const credentialsAdvice =
  'run gcloud auth application-default login with an account that has the role Cloud Datastore Viewer.';

/** The owner's right to read production: Application Default Credentials. */
export async function ownersHeaders(): Promise<Record<string, string>> {
  // On demand, since few runs need it; run.js has closed import() by then.
  const require = createRequire(import.meta.url);
  const { GoogleAuth } =
    require('google-auth-library') as typeof import('google-auth-library');
  const auth = new GoogleAuth({
    scopes: 'https://www.googleapis.com/auth/datastore',
  });
  try {
    return Object.fromEntries(await auth.getRequestHeaders());
  } catch {
    throw new Complaint(
      `No Application Default Credentials work here; ${credentialsAdvice}`,
    );
  }
}
