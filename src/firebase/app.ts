import { type FirebaseApp, initializeApp } from 'firebase/app';
import { firebaseProject, measurementId, storageBucket } from '../env.ts';

let app: FirebaseApp | undefined;

/** Returns the app of the owner's project, or of the local Firestore. */
export function getFirebaseApp(): FirebaseApp {
  app ??= initializeApp({
    ...(firebaseProject ?? { projectId: 'demo-pear', apiKey: 'local' }),
    ...(measurementId && { measurementId }),
    ...(storageBucket && { storageBucket }),
  });
  return app;
}
