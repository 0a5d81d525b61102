import { type FirebaseApp, initializeApp } from 'firebase/app';
import { firebaseProject, measurementId, storageBucket } from '../env.ts';

let app: FirebaseApp | undefined;

/** The owner's project, or the one that the local Firestore stands in for. */
export function firebaseApp(): FirebaseApp {
  app ??= initializeApp({
    ...(firebaseProject ?? { projectId: 'demo-pear', apiKey: 'local' }),
    ...(measurementId && { measurementId }),
    ...(storageBucket && { storageBucket }),
  });
  return app;
}
