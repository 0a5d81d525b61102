// Each variable is spelled out: the build replaces it by its value, so that
// what is not configured is left out of the code altogether.

/** The origin that canonical links are built from, without a trailing slash. */
export const siteUrl: string = (
  import.meta.env.VITE_SITE_URL || 'http://localhost:4173'
).replace(/\/+$/, '');

/** The owner's Firebase project; undefined means the local Firestore. */
export const firebaseProject = import.meta.env.VITE_FIREBASE_PROJECT_ID
  ? {
      projectId: import.meta.env.VITE_FIREBASE_PROJECT_ID,
      apiKey: import.meta.env.VITE_FIREBASE_API_KEY,
      appId: import.meta.env.VITE_FIREBASE_APP_ID,
    }
  : undefined;

/** Undefined or empty means that no analytics is loaded. */
export const measurementId = import.meta.env.VITE_FIREBASE_MEASUREMENT_ID;

export const storageBucket = import.meta.env.VITE_FIREBASE_STORAGE_BUCKET;

export const isProduction = import.meta.env.PROD;

/** The switch that withdraws a broken worker from all visitors. */
export const workerIsWithdrawn = import.meta.env.VITE_WORKER === 'off';
